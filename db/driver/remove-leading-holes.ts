import type postgres from "postgres";
import { correctEachStatement } from "./each-statement.ts";

/**
 * The driver continues the count of a statement that failed between its rows: the next one's begin after
 * holes. https://github.com/porsager/postgres/issues/1119 and 1181.
 */
export function removeLeadingHoles(sql: postgres.Sql): void {
  correctEachStatement(sql, (query) => {
    const { resolve } = query;
    query.resolve = (rows) => {
      if (Array.isArray(rows) && rows.length > 0 && !(0 in rows))
        rows.splice(
          0,
          rows.findIndex((_, index) => index in rows),
        );
      resolve(rows);
    };
  });
}
