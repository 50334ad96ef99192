import { defineModule } from "#lib/core/module";

export const regularModule = defineModule({ name: "regular" });
