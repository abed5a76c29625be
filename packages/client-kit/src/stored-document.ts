/**
 * The id of a document that the server keeps, with the types of its result and its variables.
 *
 * @example
 * const { data } = await ask(Thread, { id, query: {} })
 */
export type StoredDocument<Result, Variables> = string & {
  readonly __result?: (variables: Variables) => Result
}

/** The answer to an operation. `null` data means that nothing could be read. */
export interface Answer<Result> {
  readonly data: Result | null
  /** The status of the answer over HTTP. */
  readonly status: number
  readonly errors: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
}
