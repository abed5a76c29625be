/**
 * The id of a document that the server keeps, with the types of its result and its variables.
 *
 * @example
 * const { data } = await ask(Thread, { id, query: {} })
 */
export type StoredDocument<Result, Variables> = string & {
  readonly __result?: (variables: Variables) => Result
}
