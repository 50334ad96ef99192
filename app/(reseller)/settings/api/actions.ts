"use server";

import { formatCancelledCount } from "#app/ui/labels.ts";
import { ConfirmTokenInput, confirmToken } from "#lib/account/token/confirm-token";
import { CreateTokenInput, createToken } from "#lib/account/token/create-token";
import { RotateTokenInput, rotateToken } from "#lib/account/token/rotate-token";
import { LimitTokenInput, limitToken } from "#lib/account/token/token-limits";
import { resetTestBalance } from "#lib/api/test-mode/test-wallet";
import { formatMoney } from "#lib/core/money/money";
import { createResellerAction } from "#lib/request/page-action";
import { RevokeTokenInput, revokeToken } from "#lib/reseller/revoke-token";

export const createTokenAction = createResellerAction(
  createToken,
  ({ name, token }) => ({ title: `Token “${name}” created`, secret: token }),
  { form: CreateTokenInput.omit({ resellerId: true, reason: true }) },
);

export const confirmTokenAction = createResellerAction(
  confirmToken,
  "Token confirmed. It works from its next call.",
  { form: ConfirmTokenInput },
);

export const limitTokenAction = createResellerAction(limitToken, "Token limits saved.", {
  form: LimitTokenInput,
});

export const rotateTokenAction = createResellerAction(
  rotateToken,
  ({ name, token }) => ({ title: `Token “${name}” renewed`, secret: token }),
  { form: RotateTokenInput.omit({ reason: true }) },
);

export const revokeTokenAction = createResellerAction(
  revokeToken,
  (cancelled) => `Token revoked. ${formatCancelledCount(cancelled)}`,
  { form: RevokeTokenInput.omit({ reason: true }) },
);

export const resetTestBalanceAction = createResellerAction(
  resetTestBalance,
  (amount) => `Test balance reset to ${formatMoney(amount)}.`,
);
