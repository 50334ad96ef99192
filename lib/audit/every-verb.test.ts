import { globSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { settlementDifferences } from "#db/schema/settlement";
import { staffRoles } from "#db/schema/staff";
import { CloseAdminInput, closeAdmin, InviteAdminInput, inviteAdmin, roleNamed } from "#lib/account/admins";
import { contact, SetContactInput, setContact } from "#lib/account/contact";
import { IssueLinkInput, issueLink } from "#lib/account/password/link";
import {
  ChangeLevelInput,
  changeLevel,
  liftRestriction,
  ResellerChange,
  SetCollectsInput,
  SetDailyLimitInput,
  SetDeskLowInput,
  setCollects,
  setDailyLimit,
  setDeskLow,
} from "#lib/account/reseller/change";
import { InviteResellerInput, inviteReseller } from "#lib/account/reseller/create";
import { addNote } from "#lib/account/reseller/notes";
import {
  EndSessionsOfAdminInput,
  EndSessionsOfInput,
  endSessionsOf,
  endSessionsOfAdmin,
} from "#lib/account/session/end";
import { openSession } from "#lib/account/session/session";
import {
  ApproveSignUpInput,
  approveSignUp,
  RefuseSignUpInput,
  refuseSignUp,
} from "#lib/account/sign-up/decide";
import { signUpList } from "#lib/account/sign-up/list";
import { readSignUpSwitch, SetSignUpInput, setSignUp, signUp } from "#lib/account/sign-up/sign-up";
import { GiveRoleInput, giveRole } from "#lib/account/staff/give-role";
import { RemoveRoleInput, removeRole, SaveRoleInput, saveRole } from "#lib/account/staff/roles";
import { IssueTokenInput, issueToken } from "#lib/account/token/issue";
import { RotateTokenInput, rotateToken } from "#lib/account/token/rotate";
import { ResetTwoFactorInput, resetTwoFactor } from "#lib/account/two-factor/reset";
import { AnnounceInput, announce, EndAnnouncementInput, endAnnouncement } from "#lib/announcement/announce";
import { announcementsNow } from "#lib/announcement/announcement-list";
import { isWaiting, unlessWaiting } from "#lib/audit/second-admin";
import {
  changeSecondAdminRules,
  readSecondAdminRules,
  SecondAdminRulesInput,
} from "#lib/audit/second-admin-rules";
import { RemoveRuleInput, removeRule, SaveRuleInput, saveRule } from "#lib/catalogue/change-rules";
import { current } from "#lib/catalogue/current";
import { previewPrices } from "#lib/catalogue/price-grid";
import {
  lastSave,
  SavePricesInput,
  savePrices,
  UndoPricesInput,
  undoPrices,
} from "#lib/catalogue/save-prices";
import { SetPlanTermsInput, setPlanTerms } from "#lib/catalogue/set-plan-terms";
import { SetSwitchInput, setSwitch } from "#lib/catalogue/switches";
import { sync } from "#lib/catalogue/sync";
import { actorName, type Ctx } from "#lib/core/context";
import { decimalText } from "#lib/core/money";
import { ALL_PERMISSIONS, type Permission, permissionsOf } from "#lib/core/permission";
import { saveCustomer } from "#lib/customer/customer";
import { changeView, dropView, saveView } from "#lib/desk/saved-views";
import {
  ApproveFundingInput,
  approveFunding,
  RefuseFundingInput,
  refuseFunding,
} from "#lib/funding/decide-funding";
import { requestFunding } from "#lib/funding/request-funding";
import { SetTermsInput, setTerms, terms } from "#lib/funding/terms";
import { AdjustmentInput, clawBack, credit, debit } from "#lib/ledger/adjust";
import { ReverseEntryInput, reverseEntry } from "#lib/ledger/reverse-entry";
import { SetAccountStateInput, setAccountState } from "#lib/payment/account-list";
import {
  AssignMoneyInput,
  assignMoney,
  MarkRefundedInput,
  markRefunded,
  RefundMoneyInput,
  refundMoney,
} from "#lib/payment/decide-money";
import { EraseToldOfInput, eraseToldOf } from "#lib/payment/erase-told";
import { checkPayment } from "#lib/payment/look-again";
import { recordMoney } from "#lib/payment/record-money";
import { askRefundAgain, EndRefundInput, endRefund, startRefund } from "#lib/payment/refund";
import { paymentSettings, SetPaymentRulesInput, setPaymentRules } from "#lib/payment/settings";
import { AcknowledgeDifferenceInput, acknowledgeDifference } from "#lib/payment/settlement/acknowledge";
import { compareNow } from "#lib/payment/settlement/runs";
import { ErasePersonInput, erasePerson } from "#lib/person/erase";
import { EraseCustomersInput, eraseCustomers } from "#lib/person/erase-customers";
import { unlockExports } from "#lib/person/export";
import { AnswerCaseInput, answerCase } from "#lib/purchase/case/answer-case";
import { casePromise } from "#lib/purchase/case/case-view";
import { EraseCasesOfInput, eraseCasesOf } from "#lib/purchase/case/erase-cases";
import { openCase } from "#lib/purchase/case/open-case";
import { SetCaseRulesInput, setCaseRules } from "#lib/purchase/case/set-case-rules";
import { note } from "#lib/purchase/note";
import { place } from "#lib/purchase/place/place";
import {
  SetOnPriceRiseInput,
  StartDispatchingInput,
  StopDispatchingInput,
  setOnPriceRise,
  startDispatching,
  stopDispatching,
} from "#lib/purchase/send/control";
import { ReleaseInput, releaseHeld } from "#lib/purchase/send/release";
import { ReverseInput, reverse } from "#lib/purchase/settle/reverse";
import { settle } from "#lib/purchase/settle/settle";
import { AcknowledgeInput, acknowledge } from "#lib/reconcile/admin/acknowledge";
import { confirmDecision } from "#lib/reconcile/admin/confirm-decision";
import { DecideInput, decide } from "#lib/reconcile/admin/decide";
import { RecordTopUpInput, recordTopUp } from "#lib/reconcile/admin/record-top-up";
import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import { WithdrawDecisionInput, withdrawDecision } from "#lib/reconcile/admin/withdraw-decision";
import { ChangeSettingsInput, changeSettings, settings } from "#lib/reconcile/settings";
import { ALERT_KINDS } from "#lib/report/alert/kinds";
import { alertSettings } from "#lib/report/alert/list";
import {
  AddReceiverInput,
  addReceiver,
  ChangeReceiverInput,
  changeReceiver,
  RemoveReceiverInput,
  removeReceiver,
} from "#lib/report/alert/receivers";
import { tryReceiver } from "#lib/report/alert/try";
import { reportHour, SetReportHourInput, setReportHour } from "#lib/report/report-hour";
import { RunAgainInput, runAgain } from "#lib/report/run-again";
import { RevokeTokenInput, revokeToken } from "#lib/reseller/revoke-token";
import { closeReseller, restrictReseller } from "#lib/reseller/stop-reseller";
import { openShop } from "#lib/shop/save-shop";
import { CloseShopInput, closeShop } from "#lib/shop/set-shop-state";
import { everything } from "#lib/testing/everything";
import { failingWork } from "#lib/testing/failing-work";
import { type Scene, scene } from "#lib/testing/scene";
import { ErasePersonalInput, erasePersonal } from "./erase-personal.ts";

let at: Scene;
let admin: Ctx;
let second: Ctx;
let reseller: { id: number; ctx: Ctx };
let builtIn: [string, readonly Permission[]][];
let made = 0;

beforeAll(async () => {
  at = await scene();
  [admin, second] = [await at.admin(), await at.admin()];
  const roles = await at.system.db.select().from(staffRoles);
  builtIn = roles.map(({ builtIn: name, permissions }) => [
    name ?? "",
    permissionsOf({ owner: name === "owner", permissions }),
  ]);
  await at.system.db.execute(sql`
    create function no_record() returns trigger language plpgsql as $$ begin raise exception 'no record today'; end $$`);
  await at.system.db.execute(
    sql`create trigger no_record before insert on audit for each row execute function no_record()`,
  );
  await at.system.db.execute(sql`alter table audit disable trigger no_record`);
});
afterAll(() => at.close());

/** The admin, with a role of just these permissions. */
const as = (permissions: readonly Permission[]): Ctx => ({
  ...admin,
  actor: { ...admin.actor, permissions } as Ctx["actor"],
});

const refusedFor = (permission: Permission) => ({ code: "forbidden", facts: { permission } });

const REASON = "as agreed on the phone";

/** A purchase in the state that is wanted, of the reseller. */
async function purchase(state: "successful" | "unconfirmed"): Promise<string> {
  made += 1;
  const order = { ref: `v${made}`, phone: "08031234567", channel: "api" as const, again: true };
  const { planId, networkId } = at.offered();
  const { ident, id } = (await place(reseller.ctx, { ...order, planId, networkId })).purchase;
  await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
  await at.system.db.execute(sql`
    insert into attempts (purchase_id, worker, answered_at, meaning) values (${id}, 'test', now(), ${state})`);
  if (state === "unconfirmed")
    await at.system.db.execute(sql`update purchases set state = 'unconfirmed' where id = ${id}`);
  else
    await settle(at.system, {
      ...{ purchaseId: id, from: ["sending"], to: "successful", by: "answer", outcome: null },
    });
  return ident;
}

const version = async () =>
  Number(
    (
      await at.system.db.execute<{ version: number }>(
        sql`select version from resellers where id = ${reseller.id}`,
      )
    )[0]?.version,
  );
const changed = async () => ({ resellerId: reseller.id, version: await version(), reason: REASON });
const moved = (amount: bigint) => ({ resellerId: reseller.id, amount, reason: REASON });

async function asked(): Promise<{ id: number; reason: string }> {
  made += 1;
  const request = { ref: `f${made}`, amount: "10.00", bankReference: `bank ${made}` };
  return { id: await requestFunding(reseller.ctx, request), reason: REASON };
}

/** Something on which a settlement and the books do not agree: its number. */
async function differing(): Promise<number> {
  const [row] = await at.system.db
    .insert(settlementDifferences)
    .values({ provider: "paystack", kind: "missing_here", currency: "NGN", there: 500n })
    .returning({ id: settlementDifferences.id });
  if (!row) throw new Error("no difference");
  return row.id;
}

/** Money in suspense: its number. */
async function suspended(raw = "{}"): Promise<number> {
  made += 1;
  const money = { transaction: `t${made}`, reference: null, way: null, account: null, raw };
  await recordMoney(at.system, "paystack", {
    ...{ ...money, gross: 900n, fee: 10n, currency: "NGN", paidAt: new Date() },
  });
  const [row] = await at.system.db.execute<{ id: string }>(
    sql`select max(id) as id from provider_transactions`,
  );
  return Number(row?.id);
}

/** An account number of the reseller's: its row. */
async function accountNumber(): Promise<number> {
  made += 1;
  const [row] = await at.system.db.execute<{ id: string }>(sql`
    insert into payment_accounts (reseller_id, provider, owner, currency, name, email, phone, state, number, bank, holder, opened_at)
    values (${reseller.id}, ${`bank ${made}`}, ${`W${made}`}, 'NGN', 'Ada', 'ada@example.com', '+2348031234567', 'open',
      ${String(made).padStart(10, "9")}, 'Wema', 'Ada', now()) returning id`);
  return Number(row?.id);
}

async function signedUp(): Promise<number> {
  const { open, version } = await readSignUpSwitch(at.system);
  if (!open) await setSignUp(at.system, { to: "open", version, reason: "for the test" });
  made += 1;
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  await signUp(visitor, { email: `new-${made}@example.com`, name: "New", phone: "08031234567", about: "" });
  return (await signUpList.page(at.system)).rows.at(-1)?.id ?? 0;
}

async function finding(kind: "rise" | "fall"): Promise<number> {
  await purchase("successful");
  made += 1;
  const [row] = await at.system.db.execute<{ id: string }>(sql`
    insert into discrepancies (key, kind, attempt_id, amount, earliest, latest, detail)
    select ${`k${made}`}, ${kind}, max(id), ${kind === "rise" ? 700 : -700}, now() - interval '1 hour', now(), 'odd'
    from attempts returning id`);
  return Number(row?.id);
}

async function proposed(): Promise<number> {
  const ident = await purchase("unconfirmed");
  await at.system.db.execute(sql`update reconciling set second_admin_above = 1`);
  await decide(second, { ident: [ident], outcome: "failed", reason: REASON });
  await at.system.db.execute(sql`update reconciling set second_admin_above = 100000000`);
  return (await unconfirmedList.page(admin, { q: ident })).rows[0]?.proposal?.id ?? 0;
}

/** A movement above the set sum, which waits. */
async function waiting(): Promise<number> {
  await at.system.db.execute(sql`update reconciling set second_admin_above = 1`);
  const done = await credit(second, moved(60n));
  await at.system.db.execute(sql`update reconciling set second_admin_above = 100000000`);
  return isWaiting(done) ? done.proposal : 0;
}

const scope = () => ({ networkId: null, typeId: null, planId: at.offered().planId, level: null });

/** A price of the n-th plan that is not its own. */
function dearer(n: number): string {
  made += 1;
  return decimalText(at.offered(n).price + BigInt(made));
}

async function ruled(): Promise<{ ruleId: number; seen: number; reason: string }> {
  const markup = { kind: "flat" as const, value: "5", reason: REASON };
  await saveRule(second, { ...scope(), ...markup, seen: (await current(at.system)).version });
  const { terms, version } = await current(at.system);
  return { ruleId: terms.rules[0]?.id ?? 0, seen: version, reason: REASON };
}

const told = () => ({
  ...{ way: "webhook" as const, target: "https://93.184.216.34/hook", name: "Ops" },
  ...{ kinds: [...ALERT_KINDS], quietFrom: "22:00", quietUntil: "06:00", reason: REASON },
});

/** Somebody who is told of what needs a hand. */
async function receiver() {
  await addReceiver(at.system, told());
  const { id, version } = (await alertSettings(at.system)).receivers.at(-1) ?? { id: 0, version: 0 };
  return { id, version };
}

async function token(): Promise<number> {
  return (await issueToken(at.system, { resellerId: reseller.id, name: "Website" })).id;
}

const idOf = ({ actor }: Ctx) => (actor.kind === "admin" ? actor.id : 0);

interface Verb {
  /** What the role of whoever calls it has to include, beside seeing. */
  needs: Permission | Permission[];
  /** What its form is read by; one without takes its reason from elsewhere. */
  schema?: z.ZodType;
  /** What it is called with, after everything that it needs was made. */
  given: () => Promise<object>;
  act: (ctx: Ctx, input: never) => Promise<unknown>;
  /** It makes something that was not there before. */
  makes?: true;
}

const VERBS: Record<string, Verb> = {
  announce: {
    needs: "answer",
    schema: AnnounceInput,
    act: announce,
    given: async () => ({ kind: "news", text: "Closed on Monday.", reason: REASON }),
    makes: true,
  },
  endAnnouncement: {
    needs: "answer",
    schema: EndAnnouncementInput,
    act: endAnnouncement,
    given: async () => {
      await announce(second, { kind: "outage", text: "MTN is slow.", reason: "they told us" });
      const [latest] = await announcementsNow(second);
      return { id: latest?.id ?? 0, reason: REASON };
    },
  },
  addReceiver: {
    needs: "rules",
    schema: AddReceiverInput,
    act: addReceiver,
    given: async () => told(),
    makes: true,
  },
  changeReceiver: {
    needs: "rules",
    schema: ChangeReceiverInput,
    act: changeReceiver,
    given: async () => ({ ...(await receiver()), kinds: "stopped", reason: REASON }),
  },
  removeReceiver: {
    needs: "rules",
    schema: RemoveReceiverInput,
    act: removeReceiver,
    given: async () => ({ id: (await receiver()).id, reason: REASON }),
  },
  answerCase: {
    needs: ["answer", "money"],
    schema: AnswerCaseInput,
    act: answerCase,
    given: async () => {
      const ident = await purchase("successful");
      await openCase(reseller.ctx, { ident, seen: "nothing" });
      return { ident, version: 0, answer: "money_back", text: "Your money is back.", reason: REASON };
    },
  },
  eraseCasesOf: {
    needs: "personal",
    schema: EraseCasesOfInput,
    act: eraseCasesOf,
    given: async () => {
      await openCase(reseller.ctx, { ident: await purchase("successful"), seen: "less", said: "Only half." });
      const { actor } = reseller.ctx;
      return { email: actor.kind === "reseller" ? actor.email : "", reason: REASON };
    },
  },
  setCaseRules: {
    needs: "rules",
    schema: SetCaseRulesInput,
    act: setCaseRules,
    given: async () => ({
      ...{ answerHours: 12, openDays: 30, "check-1": "Dial it." },
      ...{ version: (await casePromise(at.system)).version, reason: REASON },
    }),
  },
  reverse: {
    needs: "money",
    schema: ReverseInput,
    act: reverse,
    given: async () => ({ ident: await purchase("successful"), reason: REASON }),
  },
  credit: { needs: "money", schema: AdjustmentInput, act: credit, given: async () => moved(500n) },
  debit: { needs: "money", schema: AdjustmentInput, act: debit, given: async () => moved(300n) },
  clawBack: { needs: "money", schema: AdjustmentInput, act: clawBack, given: async () => moved(100n) },
  reverseEntry: {
    needs: "money",
    schema: ReverseEntryInput,
    act: reverseEntry,
    given: async () => ({
      journalId: unlessWaiting(await credit(second, moved(40n))).journalId,
      reason: REASON,
    }),
  },
  approveFunding: { needs: "money", schema: ApproveFundingInput, act: approveFunding, given: asked },
  refuseFunding: { needs: "money", schema: RefuseFundingInput, act: refuseFunding, given: asked },
  assignMoney: {
    needs: "money",
    schema: AssignMoneyInput,
    act: assignMoney,
    given: async () => ({
      id: await suspended(),
      email: reseller.ctx.actor.kind === "reseller" ? reseller.ctx.actor.email : "",
      reason: REASON,
    }),
  },
  markRefunded: {
    needs: "money",
    schema: MarkRefundedInput,
    act: markRefunded,
    given: async () => ({ id: await suspended(), reason: REASON }),
  },
  refundMoney: {
    needs: "money",
    schema: RefundMoneyInput,
    act: refundMoney,
    given: async () => ({ id: await suspended(), reason: REASON }),
  },
  endRefund: {
    needs: "money",
    schema: EndRefundInput,
    act: endRefund,
    given: async () => {
      const id = await suspended();
      await startRefund(at.system, { id, reason: REASON });
      await at.system.db.execute(
        sql`update payment_refunds set state = 'attention', refund = 'rf' where transaction_id = ${id}`,
      );
      return { id, reason: REASON };
    },
  },
  setAccountState: {
    needs: "money",
    schema: SetAccountStateInput,
    act: setAccountState,
    given: async () => ({ id: await accountNumber(), to: "retired", reason: REASON }),
  },
  acknowledgeDifference: {
    needs: "money",
    schema: AcknowledgeDifferenceInput,
    act: acknowledgeDifference,
    given: async () => ({ id: await differing(), reason: REASON }),
  },
  setPaymentRules: {
    needs: "rules",
    schema: SetPaymentRulesInput,
    act: setPaymentRules,
    given: async () => ({
      ...{
        shown: "paystack",
        on: "paystack",
        feeBearer: "house",
        least: "100.00",
        most: "900,000.00",
        reason: REASON,
      },
      version: (await paymentSettings(at.system)).version,
    }),
  },
  setReportHour: {
    needs: "rules",
    schema: SetReportHourInput,
    act: setReportHour,
    given: async () => ({ hour: 9, version: (await reportHour(at.system)).version, reason: REASON }),
  },
  setTerms: {
    needs: "rules",
    schema: SetTermsInput,
    act: setTerms,
    given: async () => ({
      text: "First Bank",
      version: (await terms(at.system)).version,
      reason: REASON,
    }),
  },
  runAgain: {
    needs: "system",
    schema: RunAgainInput,
    act: runAgain,
    given: async () => ({ failureId: await failingWork(at.system, "no list came"), reason: REASON }),
  },
  setSignUp: {
    needs: "rules",
    schema: SetSignUpInput,
    act: setSignUp,
    given: async () => {
      const { open, version } = await readSignUpSwitch(at.system);
      return { to: open ? "closed" : "open", version, reason: REASON };
    },
  },
  approveSignUp: {
    needs: "resellers",
    schema: ApproveSignUpInput,
    act: approveSignUp,
    given: async () => ({ id: await signedUp(), level: "affiliate", reason: REASON }),
  },
  refuseSignUp: {
    needs: "resellers",
    schema: RefuseSignUpInput,
    act: refuseSignUp,
    given: async () => ({ id: await signedUp(), reason: REASON }),
  },
  restrictReseller: { needs: "resellers", schema: ResellerChange, act: restrictReseller, given: changed },
  liftRestriction: {
    needs: "resellers",
    schema: ResellerChange,
    act: liftRestriction,
    given: async () => {
      await restrictReseller(second, await changed());
      return changed();
    },
  },
  closeReseller: { needs: "resellers", schema: ResellerChange, act: closeReseller, given: changed },
  changeLevel: {
    needs: "resellers",
    schema: ChangeLevelInput,
    act: changeLevel,
    given: async () => ({ ...(await changed()), level: "top_user" }),
  },
  setCollects: {
    needs: "resellers",
    schema: SetCollectsInput,
    act: setCollects,
    given: async () => ({ ...(await changed()), collects: "yes" }),
  },
  setDailyLimit: {
    needs: "resellers",
    schema: SetDailyLimitInput,
    act: setDailyLimit,
    given: async () => ({ ...(await changed()), limit: "5,000" }),
  },
  setDeskLow: {
    needs: "resellers",
    schema: SetDeskLowInput,
    act: setDeskLow,
    given: async () => ({ ...(await changed()), below: "5,000" }),
  },
  endSessionsOf: {
    needs: "resellers",
    schema: EndSessionsOfInput,
    act: endSessionsOf,
    given: async () => {
      const { id } = reseller;
      await openSession(
        at.system,
        { id, role: "reseller", email: "r@example.com", level: "api" },
        { agent: "a test" },
      );
      return { resellerId: reseller.id, reason: REASON };
    },
  },
  issueToken: {
    needs: "resellers",
    schema: IssueTokenInput,
    act: issueToken,
    given: async () => ({ resellerId: reseller.id, name: "Shop", reason: REASON }),
    makes: true,
  },
  revokeToken: {
    needs: "resellers",
    schema: RevokeTokenInput,
    act: revokeToken,
    given: async () => ({ id: await token(), reason: REASON }),
  },
  rotateToken: {
    needs: "resellers",
    schema: RotateTokenInput,
    act: rotateToken,
    given: async () => ({ id: await token(), overlapHours: 24, reason: REASON }),
  },
  setContact: {
    needs: "rules",
    schema: SetContactInput,
    act: setContact,
    given: async () => {
      const { version } = await contact(at.system);
      return { name: "Desk", phone: "0803 123 4567", whatsapp: "", email: "", version, reason: REASON };
    },
  },
  inviteReseller: {
    needs: "resellers",
    schema: InviteResellerInput,
    act: inviteReseller,
    given: async () => {
      made += 1;
      return { email: `invited-${made}@example.com`, name: "Ngozi", level: "affiliate", reason: REASON };
    },
    makes: true,
  },
  inviteAdmin: {
    needs: "staff",
    schema: InviteAdminInput,
    act: inviteAdmin,
    given: async () => {
      made += 1;
      return {
        email: `admin-to-be-${made}@example.com`,
        name: "Zainab",
        roleId: await roleId("support"),
        reason: REASON,
      };
    },
    makes: true,
  },
  giveRole: {
    needs: "staff",
    schema: GiveRoleInput,
    act: giveRole,
    given: async () => ({
      id: idOf(await at.admin()),
      roleId: await roleId("finance"),
      version: 1,
      reason: REASON,
    }),
  },
  "giveRole that moves money": {
    needs: "staff",
    schema: GiveRoleInput,
    act: giveRole,
    given: async () => ({
      id: await withoutRole(),
      roleId: await roleId("finance"),
      version: 0,
      reason: REASON,
    }),
  },
  "confirmDecision of a role": {
    needs: "staff",
    act: confirmDecision,
    given: async () => {
      const asked = { id: await withoutRole(), roleId: await roleId("finance"), reason: REASON };
      const done = await giveRole(second, asked);
      return { id: isWaiting(done) ? done.proposal : 0 };
    },
  },
  saveRole: {
    needs: "staff",
    schema: SaveRoleInput,
    act: saveRole,
    given: () => nightRole("prices"),
  },
  "saveRole of one that is to move money": {
    needs: "staff",
    schema: SaveRoleInput,
    act: saveRole,
    given: () => nightRole("money"),
  },
  "saveRole of a new one": {
    needs: "staff",
    schema: SaveRoleInput,
    act: saveRole,
    given: async () => ({ name: "Cashier", permissions: "money", reason: REASON }),
    makes: true,
  },
  removeRole: {
    needs: "staff",
    schema: RemoveRoleInput,
    act: removeRole,
    given: async () => ({ id: await ownRole(), version: 1, reason: REASON }),
  },
  endSessionsOfAdmin: {
    needs: "staff",
    schema: EndSessionsOfAdminInput,
    act: endSessionsOfAdmin,
    given: async () => ({ id: idOf(await at.admin()), reason: REASON }),
  },
  closeAdmin: {
    needs: "staff",
    schema: CloseAdminInput,
    act: closeAdmin,
    given: async () => ({ id: idOf(await at.admin()), reason: REASON }),
  },
  issueLink: {
    needs: "resellers",
    schema: IssueLinkInput,
    act: issueLink,
    given: async () => ({ resellerId: reseller.id, reason: REASON }),
    makes: true,
  },
  saveRule: {
    needs: "prices",
    schema: SaveRuleInput,
    act: saveRule,
    given: async () => {
      const { version } = await current(at.system);
      return { ...scope(), kind: "flat", value: "7", seen: version, reason: REASON };
    },
  },
  removeRule: { needs: "prices", schema: RemoveRuleInput, act: removeRule, given: ruled },
  savePrices: {
    needs: "prices",
    schema: SavePricesInput,
    act: savePrices,
    given: async () => {
      const grid = { typed: { [`${at.offered(3).planId}.api`]: dearer(3) }, was: {} };
      return { ...grid, seen: (await previewPrices(second, grid)).seen, reason: REASON };
    },
  },
  undoPrices: {
    needs: "prices",
    schema: UndoPricesInput,
    act: undoPrices,
    given: async () => {
      const grid = { typed: { [`${at.offered(4).planId}.api`]: dearer(4) }, was: {} };
      await savePrices(second, {
        ...grid,
        seen: (await previewPrices(second, grid)).seen,
        reason: "too cheap",
      });
      return { id: (await lastSave(second))?.id, reason: REASON };
    },
  },
  setSwitch: {
    needs: "prices",
    schema: SetSwitchInput,
    act: setSwitch,
    given: async () => ({ networkId: at.catalogue.networks.at(-1)?.id, typeId: null, ...OFF }),
  },
  setPlanTerms: {
    needs: "prices",
    schema: SetPlanTermsInput,
    act: setPlanTerms,
    given: async () => ({ planId: at.offered(9).planId, shown: "no", name: "", version: 0, reason: REASON }),
  },
  decide: {
    needs: "money",
    schema: DecideInput,
    act: decide,
    given: async () => ({ ident: [await purchase("unconfirmed")], outcome: "failed", reason: REASON }),
  },
  confirmDecision: { needs: "money", act: confirmDecision, given: async () => ({ id: await proposed() }) },
  withdrawDecision: {
    needs: "money",
    schema: WithdrawDecisionInput,
    act: withdrawDecision,
    given: async () => ({ id: await proposed(), reason: REASON }),
  },
  "credit above the set sum": {
    needs: "money",
    act: credit,
    given: async () => {
      await at.system.db.execute(sql`update reconciling set second_admin_above = 100000000`);
      return moved(100_000_001n);
    },
  },
  "confirmDecision of a credit": {
    needs: "money",
    act: confirmDecision,
    given: async () => ({ id: await waiting() }),
  },
  "withdrawDecision of a credit": {
    needs: "money",
    schema: WithdrawDecisionInput,
    act: withdrawDecision,
    given: async () => ({ id: await waiting(), reason: REASON }),
  },
  acknowledge: {
    needs: "money",
    schema: AcknowledgeInput,
    act: acknowledge,
    given: async () => ({ id: [await finding("fall")], reason: REASON }),
  },
  recordTopUp: {
    needs: "money",
    schema: RecordTopUpInput,
    act: recordTopUp,
    given: async () => ({ amount: 700n, discrepancy: await finding("rise"), reason: REASON }),
  },
  changeSettings: {
    needs: "rules",
    schema: ChangeSettingsInput,
    act: changeSettings,
    given: async () => {
      const { version } = await settings(at.system);
      return { ...RULES, version, reason: REASON };
    },
  },
  changeSecondAdminRules: {
    needs: "staff",
    schema: SecondAdminRulesInput,
    act: changeSecondAdminRules,
    given: async () => {
      const { version } = await readSecondAdminRules(at.system);
      return { above: "900.00", version, reason: REASON };
    },
  },
  stopDispatching: {
    needs: "system",
    schema: StopDispatchingInput,
    act: stopDispatching,
    given: async () => ({ reason: REASON }),
  },
  startDispatching: {
    needs: "system",
    schema: StartDispatchingInput,
    act: startDispatching,
    given: async () => {
      await at.system.db.execute(
        sql`update dispatcher set stopped = true, stop_reason = 'x', stopped_at = now()`,
      );
      return { reason: REASON };
    },
  },
  releaseHeld: {
    needs: "money",
    schema: ReleaseInput,
    act: releaseHeld,
    given: async () => {
      await at.system.db.execute(sql`update dispatcher set on_hold = array['batch']`);
      return { kind: "batch", reason: REASON };
    },
  },
  setOnPriceRise: {
    needs: "rules",
    schema: SetOnPriceRiseInput,
    act: setOnPriceRise,
    given: async () => ({ to: "wait", seen: "refund", reason: REASON }),
  },
  eraseToldOf: {
    needs: "personal",
    schema: EraseToldOfInput,
    act: eraseToldOf,
    given: async () => {
      made += 1;
      const email = `told-${made}@example.com`;
      await suspended(JSON.stringify({ email }));
      return { email, reason: REASON };
    },
  },
  eraseCustomers: {
    needs: "personal",
    schema: EraseCustomersInput,
    act: eraseCustomers,
    given: async () => {
      await saveCustomer(reseller.ctx, { phone: "08031234567", name: "Ada" });
      return { phone: "08031234567", reason: REASON };
    },
  },
  erasePerson: {
    needs: "personal",
    schema: ErasePersonInput,
    act: erasePerson,
    given: async () => {
      await saveCustomer(reseller.ctx, { phone: "08037654321", name: "Ada" });
      return { who: "08037654321", reason: REASON };
    },
  },
  erasePersonal: {
    needs: "personal",
    schema: ErasePersonalInput,
    act: erasePersonal,
    given: async () => {
      made += 1;
      const email = `forgotten-${made}@example.com`;
      await inviteReseller(second, { email, name: "Forgotten", level: "affiliate", reason: REASON });
      return { email, reason: REASON };
    },
  },
  resetTwoFactor: {
    needs: "resellers",
    schema: ResetTwoFactorInput,
    act: resetTwoFactor,
    given: async () => {
      await at.system.db.execute(
        sql`insert into second_factors (account_id, secret, on_at) values (${reseller.id}, 'sealed', now())`,
      );
      return { resellerId: reseller.id, reason: REASON };
    },
  },
  closeShop: {
    needs: "resellers",
    schema: CloseShopInput,
    act: closeShop,
    given: async () => {
      made += 1;
      const payments = [{ kind: "cash" as const, where: "At the shop." }];
      const shop = { name: "Shop", slug: `shop-${made}`, phone: "08031234567", payments };
      await openShop(reseller.ctx, shop);
      const [row] = await at.system.db.execute<{ id: string; version: number }>(
        sql`select id, version from shops order by id desc limit 1`,
      );
      return { id: Number(row?.id), version: row?.version, reason: REASON };
    },
  },
};

async function roleId(name: string): Promise<number> {
  return (await roleNamed(at.system, name)).id;
}

/** Somebody who may do nothing yet. */
async function withoutRole(): Promise<number> {
  const id = idOf(await at.admin());
  await at.system.db.execute(sql`delete from staff where id = ${id}`);
  return id;
}

/** A role of the operator's own that nobody has. */
/** A form that changes an own role: it answers, and may do one thing more. */
const nightRole = async (more: string) => ({
  ...{ id: await ownRole(), version: 1, name: `Night ${made}` },
  ...{ permissions: ["answer", more], reason: REASON },
});

async function ownRole(): Promise<number> {
  made += 1;
  const night = { name: `Own ${made}`, permissions: ["answer" as const], reason: "for the night" };
  return unlessWaiting(await saveRole(at.system, night));
}

const OFF = { to: "off", message: "Closed.", version: 0, reason: REASON };
const RULES = {
  ...{ automatic: true, lateMinutes: 10, refundMinutes: 360, graceMinutes: 11 },
  lowBalance: 1_000n,
};

/** Runs something while no audit record can be written. */
async function withoutRecords(work: () => Promise<unknown>): Promise<unknown> {
  await at.system.db.execute(sql`alter table audit enable trigger no_record`);
  try {
    return await work().then(
      () => undefined,
      (error: unknown) => error,
    );
  } finally {
    await at.system.db.execute(sql`alter table audit disable trigger no_record`);
  }
}

test.each(Object.entries(VERBS))(
  "%s asks for its permission and why, and its record of before and after is part of the change",
  async (_name, { needs, schema, given, act, makes }) => {
    reseller = await at.reseller("api", 50_000_000n);
    await at.system.db.execute(
      sql`update dispatcher set stopped = false, stopped_at = null, probe_at = null`,
    );
    const input = await given();
    if (schema) {
      expect(schema.safeParse(input).error).toBeUndefined();
      const { error } = schema.safeParse({ ...input, reason: " " });
      expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["reason"]);
    }

    const before = await everything(at.system, ["public.audit"]);
    for (const permission of [needs].flat()) {
      const others = ALL_PERMISSIONS.filter((one) => one !== permission);
      await expect(act(as(others), input as never), permission).rejects.toMatchObject(refusedFor(permission));
    }
    for (const [role, permissions] of builtIn)
      if (![needs].flat().every((one) => permissions.includes(one)))
        await expect(act(as(permissions), input as never), role).rejects.toMatchObject({ code: "forbidden" });
    const allowed = as(["see" as const, needs].flat());
    expect(await withoutRecords(() => act(allowed, input as never))).toBeInstanceOf(Error);
    expect(await everything(at.system, ["public.audit"])).toBe(before);

    const [mark] = await at.system.db.execute<{ id: string }>(sql`select max(id) as id from audit`);
    await act(allowed, input as never);
    expect(await everything(at.system, ["public.audit"])).not.toBe(before);
    const records = await at.system.db.execute<{
      reason: string | null;
      before: unknown;
      after: unknown;
    }>(sql`
      select reason, before, after from audit where id > ${mark?.id ?? 0} and actor = ${actorName(admin.actor)}`);
    const full = records.filter(
      (one) => one.reason === REASON && one.after !== null && (makes || one.before !== null),
    );
    expect(full.length, JSON.stringify(records)).toBeGreaterThan(0);
  },
);

/** They change nothing, or only how the desk finds its lists, or what is written is its own reason. */
const OTHERS: Record<string, { needs: Permission; act: (ctx: Ctx, input: never) => Promise<unknown> }> = {
  sync: { needs: "prices", act: sync },
  compareNow: { needs: "money", act: compareNow },
  note: { needs: "answer", act: note },
  addNote: { needs: "answer", act: addNote },
  askRefundAgain: { needs: "money", act: askRefundAgain },
  saveView: { needs: "see", act: saveView },
  changeView: { needs: "see", act: changeView },
  dropView: { needs: "see", act: dropView },
  tryReceiver: { needs: "rules", act: tryReceiver },
  unlockExports: { needs: "personal", act: unlockExports },
  checkPayment: { needs: "answer", act: checkPayment },
};

test.each(Object.entries(OTHERS))("%s asks for its permission", async (_name, { needs, act }) => {
  const others = ALL_PERMISSIONS.filter((one) => one !== needs);
  await expect(act(as(others), {} as never)).rejects.toMatchObject(refusedFor(needs));
});

test("the roles that are built in are what they are called", () => {
  expect(Object.fromEntries(builtIn)).toEqual({
    owner: ALL_PERMISSIONS,
    finance: ["see", "money", "export"],
    support: ["see", "answer"],
    catalogue: ["see", "prices"],
  });
});

test("no verb of the desk is missing here", () => {
  const verbs = globSync("app/admin/**/*actions.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/import \{([^}]*)\} from "#lib\/(?!core|web)[\w/-]+"/g)].flatMap(
      ([, names = ""]) =>
        names
          .split(",")
          .map((name) => name.trim().replace(/ as .*/, ""))
          .filter((name) => /^[a-z]\w*$/.test(name)),
    ),
  );
  expect(verbs.length).toBeGreaterThan(30);
  expect(verbs.filter((name) => !(name in VERBS) && !(name in OTHERS))).toEqual([]);
});
