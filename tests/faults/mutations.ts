/** A fault of the server itself, which the check has to find: one text of a built module, and what replaces it. */
export interface Mutation {
  /** The package, by its folder, and in it the source of the module. */
  readonly module: readonly [folder: string, source: string]
  readonly before: string
  readonly after: string
}

/** Writes are answered as soon as they have run, and committed a moment later. */
export const ANSWERS_BEFORE_COMMIT: Mutation = {
  module: ['docstore', 'src/sqlite/queue.ts'],
  before: 'this.#options.reader.hold();',
  after:
    'for (const deliver of outcomes) deliver(); await new Promise(later => setTimeout(later, 300)); this.#options.reader.hold();',
}

/** Writes are answered before the disk has them. */
export const ANSWERS_BEFORE_FLUSH: Mutation = {
  module: ['docstore', 'src/sqlite/queue.ts'],
  before: 'await flushing;',
  after: '',
}

/** A write that the disk refused is answered all the same. */
export const ANSWERS_WHAT_THE_DISK_REFUSED: Mutation = {
  module: ['docstore', 'src/sqlite/queue.ts'],
  before: 'outcomes.length = 0;',
  after: '',
}

/** A reply is not counted at its parent. */
export const FORGETS_A_COUNTER: Mutation = {
  module: ['server', 'src/features/comments/counters.ts'],
  before: 'if (step !== 0 && after.parent_id !== null)',
  after: 'if (false)',
}

/** A decision moves no karma. */
export const LOSES_KARMA: Mutation = {
  module: ['server', 'src/features/comments/decide.ts'],
  before: 'await karma.follow(',
  after: 'await (() => [])(',
}

/** A decision moves karma twice. */
export const MOVES_KARMA_TWICE: Mutation = {
  module: ['server', 'src/features/comments/decide.ts'],
  before: 'await karma.follow(',
  after: 'await (async (...change) => (await karma.follow(...change), karma.follow(...change)))(',
}

/** A flag is answered, and not stored. */
export const LOSES_FLAGS: Mutation = {
  module: ['server', 'src/features/actions/service.ts'],
  before: 'const item = await store(action)',
  after: 'if (action.action_type === "FLAG") return action; const item = await store(action)',
}

/** A flag that is taken back stays. */
export const KEEPS_FLAGS: Mutation = {
  module: ['server', 'src/features/actions/service.ts'],
  before: 'async delete(userId, { id, action_type: type }) {',
  after: 'async delete(userId, { id, action_type: type }) { return actions.findOne({ id });',
}

/** A reply is stored as one of the author whom it answers. */
export const TAKES_ANOTHER_AUTHOR: Mutation = {
  module: ['server', 'src/features/comments/post.ts'],
  before: 'author_id: author.id,',
  after: 'author_id: (await comments.findOne({ id: parent_id }, { session }))?.author_id ?? author.id,',
}

/** A request that is sent again is done again. */
export const POSTS_AGAIN: Mutation = {
  module: ['server', 'src/features/comments/post.ts'],
  before: 'return key ?',
  after: 'return false ?',
}

/** What other servers changed is not looked for while Redis is silent. */
export const TRUSTS_SILENCE: Mutation = {
  module: ['server', 'src/pubsub/peers.ts'],
  before: 'get unheard() {',
  after: 'get unheard() { return null;',
}

/** A token from the server's own future is accepted. */
export const ACCEPTS_THE_FUTURE: Mutation = {
  module: ['auth', 'src/tokens/audit.ts'],
  before: 'if (iat !== void 0 && iat > seconds',
  after: 'if (false && iat > seconds',
}

/** A server that has too much to do refuses as if it had failed. */
export const REFUSES_UNCLEARLY: Mutation = {
  module: ['server', 'src/http/refuse.ts'],
  before: 'res.writeHead(status,',
  after: 'res.writeHead(status === 503 ? 500 : status,',
}

/** Each post leaves a file open, and memory behind. */
export const LEAKS: Mutation = {
  module: ['server', 'src/features/comments/post.ts'],
  before: 'return key ?',
  after:
    '(globalThis.left ??= []).push(process.getBuiltinModule("fs").openSync("/dev/null"), Buffer.alloc(50_000, 1)); return key ?',
}
