declare const written: unique symbol

/**
 * JSON that PostgreSQL wrote from the columns of a row. Like every type of a column it is named at the statement:
 * `sql<{ text: JsonText<Command> }>`. Tests compare the replies made of it with the contract.
 */
export type JsonText<Value> = string & { readonly [written]: Value }

export const parsed = <Value>(text: JsonText<Value>): Value =>
  // JSON.parse answers any; the statement that wrote the text has named its type.
  JSON.parse(text) as Value
