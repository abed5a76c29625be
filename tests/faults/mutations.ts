/** A fault of the server itself, which the check has to find: one text of its built files, and what replaces it. */
export interface Mutation {
  /** The end of the path of a built file. */
  readonly file: string
  readonly before: string
  readonly after: string
}

/** Writes are answered as soon as they have run, and committed a moment later. */
export const ANSWERS_BEFORE_COMMIT: Mutation = {
  file: 'docstore/dist/sqlite/queue.js',
  before: 'this.#options.reader.hold();',
  after:
    'for (const deliver of outcomes) deliver(); await new Promise(later => setTimeout(later, 300)); this.#options.reader.hold();',
}

/** Writes are answered before the disk has them. */
export const ANSWERS_BEFORE_FLUSH: Mutation = {
  file: 'docstore/dist/sqlite/queue.js',
  before: 'await flushing;',
  after: '',
}
