// Deliberate faults of erasure and of stored data.
const FEATURES = 'apps/server/src/features'
const SERVER = 'apps/server/src'
const TESTS = 'apps/server/test'

/** @type {readonly import('./table.js').Mutation[]} */
export const ERASURE = [
  ...['comments', 'users', 'assets'].map(collection => ({
    name: `tags on ${collection} forget the user who assigned them`,
    file: `${FEATURES}/tags/personal-data.ts`,
    before: "inSteps(...['comments', 'users', 'assets'].map(",
    after: `inSteps(...['comments', 'users', 'assets'].filter(name => name !== '${collection}').map(`,
    test: `${TESTS}/users/personal-data.test.ts`,
    title: 'after an erasure the id occurs only in the record that says that the account is being deleted',
  })),
  {
    name: 'the second erasure, a minute after the first',
    file: `${FEATURES}/users/deletion.ts`,
    before: 'if (last) await deletions',
    after: 'if (true) await deletions',
    test: `${TESTS}/moderation/deletion.test.ts`,
    title: 'a record that a request stored after the first erasure is erased a minute later',
  },
  {
    name: 'a reaction of an account that is being deleted',
    file: `${FEATURES}/actions/service.ts`,
    before: 'if (action.user_id !== null && (await isBeingDeleted(docstore, action.user_id, session)))',
    after: 'if (false as boolean)',
    test: `${TESTS}/moderation/deletion.test.ts`,
    title: 'a reaction that began before its account was deleted is refused',
  },
  {
    name: 'a comment of an account that is being deleted',
    file: `${FEATURES}/comments/moderation/recheck.ts`,
    before: 'if (!found && (await isBeingDeleted(docstore, author.id, session))) throw new NotAuthorizedError()',
    after: '',
    test: `${TESTS}/moderation/deletion.test.ts`,
    title: 'a comment that began before its account was deleted is refused',
  },
  {
    name: 'records about an asset that are stored while it is being deleted',
    file: `${FEATURES}/assets/merge.ts`,
    before: `meanwhile.
    await composition.assetData.merge({ from, into })`,
    after: 'meanwhile.',
    test: `${TESTS}/assets/merge.test.ts`,
    title: 'a record that is stored while the first asset is being deleted is moved too',
  },
]

/** @type {readonly import('./table.js').Mutation[]} */
export const DATA = [
  {
    name: 'the time of the latest comment, when that comment is hidden',
    file: `${FEATURES}/comments/counters.ts`,
    before: 'asset.last_comment_at <= after.created_at',
    after: 'asset.last_comment_at < after.created_at',
    test: `${TESTS}/comments/counters.test.ts`,
    title: 'the time of the latest comment is that of the latest one that readers see',
  },
  {
    name: 'several replies to stored comments are counted',
    file: `${FEATURES}/comments/counters.ts`,
    before: '$inc: { reply_count: length }',
    after: '$inc: { reply_count: Math.min(1, length) }',
    test: `${TESTS}/import/threads.test.ts`,
    title: 'counts several replies to each of several comments that an earlier import stored',
  },
  {
    name: 'replies to stored comments are counted',
    file: `${FEATURES}/comments/counters.ts`,
    before: 'if (replies.size > 0)',
    after: 'if (replies.size > 1_000_000)',
    test: `${TESTS}/import/threads.test.ts`,
    title: 'counts several replies to each of several comments that an earlier import stored',
  },
  {
    name: 'revisions after an outage of the key-value store',
    file: `${SERVER}/pubsub/revisions.ts`,
    before: 'peers.onGap(forget)',
    after: 'peers.onGap(() => {})',
    test: `${TESTS}/shared-answers/instances.test.ts`,
    title: 'no answer from before an outage is given after it',
  },
  {
    name: 'a change while an answer is computed',
    file: `${SERVER}/graphql/shared-answers.ts`,
    before: 'since: sharing.since',
    after: 'since: revisions.latest',
    test: `${TESTS}/shared-answers/freshness.test.ts`,
    title: 'an answer is not shared when its records changed while it was computed',
  },
  {
    name: 'the boundary of a partial index',
    file: 'packages/docstore/src/sqlite/cover.ts',
    before: 'outwards <= 0 : outwards < 0',
    after: 'outwards <= 0 : outwards <= 0',
    test: 'packages/docstore/test/sqlite-index.test.ts',
    title: 'are those of every filter that it answers',
  },
  {
    name: 'the direction of a partial index',
    file: 'packages/docstore/src/sqlite/cover.ts',
    before: "const outwards = operator[1] === 'g' ? -order : order",
    after: 'const outwards = order',
    test: 'packages/docstore/test/sqlite-index.test.ts',
    title: 'are those of every filter that it answers',
  },
  {
    name: 'a partial index removes only documents that it has',
    file: 'packages/docstore/src/sqlite/expiry.ts',
    before: 'const covered = index.cover ?',
    after: 'const covered = false ?',
    test: 'packages/docstore/test/sqlite-expiry.test.ts',
    title: 'a document that a partial index does not have is not removed by it',
  },
  {
    name: 'the limit of attempts that end with their server',
    file: `${SERVER}/jobs/attempt.ts`,
    before: 'if (job.attempts > limit)',
    after: 'if (job.attempts > limit + 1_000)',
    test: `${TESTS}/jobs/queue.test.ts`,
    title: 'a job whose every attempt ended with its server is given up',
  },
  {
    name: 'the limit of attempts that fail',
    file: `${SERVER}/jobs/attempt.ts`,
    before: 'isRefusal(error) || attempts >= (work.attempts ?? ATTEMPTS)',
    after: 'isRefusal(error)',
    test: `${TESTS}/jobs/queue.test.ts`,
    title: 'a job that fails is tried again later and later, then it is dead and says why',
  },
  {
    name: 'another text under one key',
    file: `${FEATURES}/comments/post.ts`,
    before: 'if (!found || found.body_history[0]?.body === body) return found',
    after: 'return found',
    test: `${TESTS}/comments/sent-again.test.ts`,
    title: 'another key, user or discussion makes another comment; another text of one key is a conflict',
  },
  {
    name: 'the first text under one key, after an edit',
    file: `${FEATURES}/comments/post.ts`,
    before: 'found.body_history[0]?.body === body',
    after: 'found.body === body',
    test: `${TESTS}/comments/sent-again.test.ts`,
    title: 'a comment that was edited meanwhile is still found by its key and its first text',
  },
]
