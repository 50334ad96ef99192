import { defineModule, OPERATOR_DATA } from "#lib/core/module";

export const supplierModule = defineModule({
  name: "supplier",
  tables: {
    routes: {
      retention: { current: "the plans that suppliers list" },
      personalData: OPERATOR_DATA,
    },
    supplier_fair_queue: {
      retention: { current: "the fair queues of later suppliers" },
      personalData: { none: "the fair queues of later suppliers" },
    },
    supplier_sending: {
      retention: { current: "the state of sending to later suppliers" },
      personalData: OPERATOR_DATA,
      triggers: {
        supplier_sending_notify:
          "Wakes the dispatcher when sending to a supplier starts, stops or is due to probe (channel `dispatcher`).",
      },
    },
    suppliers: {
      retention: { current: "suppliers" },
      personalData: OPERATOR_DATA,
      triggers: {
        suppliers_no_delete: "Prevents deletion: attempts name their supplier.",
        suppliers_notify: "Wakes the dispatcher when a supplier is turned on or off (channel `dispatcher`).",
      },
    },
  },
});
