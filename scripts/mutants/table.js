// Deliberate faults, each with the test that finds it. `pnpm test:mutants` applies them one by one; test/mutants.test.ts
// makes sure that every text that is replaced still occurs once in its file.

/**
 * One deliberate fault.
 *
 * @typedef {object} Mutation
 * @property {string} name what the mutated source no longer does
 * @property {string} file the source that is mutated
 * @property {string} before a text that occurs once in the source
 * @property {string} after the text that replaces it
 * @property {string} test the file of the test that fails then
 * @property {string} title the title of that test, or its beginning
 */

const SERVER = 'apps/server/src'
const TESTS = 'apps/server/test'
const FEATURES = `${SERVER}/features`

/** @type {readonly Mutation[]} */
const PRIVACY = [
  {
    name: 'users in one answer: the caller may not read the lists of others',
    file: `${FEATURES}/comments/reader.ts`,
    before: "id => by === 'asset_id' || id === context.user?.id || context.can('SEARCH_OTHERS_COMMENTS'),",
    after: '() => true,',
    test: `${TESTS}/comments/reading.test.ts`,
    title: 'the list of comments of each user is shown to that user and to moderators only',
  },
  {
    name: 'comments in one answer: their replies are those that readers may see',
    file: `${FEATURES}/comments/reader.ts`,
    before: '    ...commentFilter(context, rest),\n',
    after: '',
    test: `${TESTS}/comments/reading.test.ts`,
    title: 'the replies of each comment are those that readers may see',
  },
  {
    name: 'only moderators ask which comments were flagged',
    file: `${FEATURES}/comments/filter.ts`,
    before: "query.action_type && context.can('SEARCH_OTHERS_COMMENTS')",
    after: 'query.action_type',
    test: `${TESTS}/comments/reading.test.ts`,
    title: 'which comments were flagged is shown to moderators only',
  },
  {
    name: 'only the author and moderators ask for the comments of one author',
    file: `${FEATURES}/comments/filter.ts`,
    before: "if (author && author !== context.user?.id && !context.can('SEARCH_OTHERS_COMMENTS')) return null",
    after: '',
    test: `${TESTS}/comments/reading.test.ts`,
    title: 'only a user and moderators read the list of that user’s comments',
  },
  {
    name: 'a suspended administrator does not count as the last one',
    file: `${FEATURES}/users/authority.ts`,
    before: "{ 'status.suspension.until': { $lte: now } }",
    after: "{ 'status.suspension.until': { $gte: now } }",
    test: `${TESTS}/permissions/authority.test.ts`,
    title: 'a suspended administrator counts as one again when the suspension ends',
  },
  {
    name: 'administrators who suspend each other',
    file: `${FEATURES}/users/account-status.ts`,
    before: "(of === 'suspension' && to !== 'none') || ",
    after: '',
    test: `${TESTS}/permissions/authority.test.ts`,
    title: 'one administrator is left when two demote, ban, suspend or delete each other at once',
  },
  {
    name: 'administrators who ban each other',
    file: `${FEATURES}/users/account-status.ts`,
    before: "(of === 'banned' && to === true) || ",
    after: '',
    test: `${TESTS}/permissions/authority.test.ts`,
    title: 'one administrator is left when two demote, ban, suspend or delete each other at once',
  },
  {
    name: 'administrators who demote each other',
    file: `${FEATURES}/users/account-status.ts`,
    before: "(of === 'suspension' && to !== 'none') || (of === 'roles' && role !== 'ADMIN')",
    after: "(of === 'suspension' && to !== 'none')",
    test: `${TESTS}/permissions/authority.test.ts`,
    title: 'one administrator is left when two demote, ban, suspend or delete each other at once',
  },
  {
    name: 'administrators who delete each other',
    file: `${FEATURES}/users/deletion.ts`,
    before: 'await assertAdministratorRemains(docstore, user, { session, now })',
    after: '',
    test: `${TESTS}/permissions/authority.test.ts`,
    title: 'one administrator is left when two demote, ban, suspend or delete each other at once',
  },
  {
    name: 'a request of an unconfirmed account is refused',
    file: `${FEATURES}/sessions/authentication.ts`,
    before: '!grants(user, verified) || !(await isAdmitted(user))',
    after: '!grants(user, verified)',
    test: `${TESTS}/accounts/confirm.test.ts`,
    title: 'when the site begins to require confirmed addresses, sessions of accounts without one end',
  },
  {
    name: 'a live connection of an unconfirmed account is closed',
    file: `${FEATURES}/sessions/authentication.ts`,
    before: 'grants(known, token) && (await isAdmitted(known)) && services',
    after: 'grants(known, token) && services',
    test: `${TESTS}/accounts/confirm.test.ts`,
    title: 'when the site begins to require confirmed addresses, sessions of accounts without one end',
  },
  {
    name: 'a session that ends during the handshake',
    file: `${SERVER}/live/ended-sessions.ts`,
    before: 'if (changes !== before) return check(connection)',
    after: '',
    test: `${TESTS}/live/handshake.test.ts`,
    title: 'a connection whose session ends while its caller is being found is closed',
  },
  {
    name: 'tokens that are issued after a deletion',
    file: `${FEATURES}/sessions/service.ts`,
    before: 'return gone !== null && isIssuedBefore(token, gone.until)',
    after: 'return gone !== null',
    test: `${TESTS}/moderation/deletion.test.ts`,
    title: 'tokens from before a deletion are refused for good',
  },
  {
    name: 'tokens that were issued before a deletion',
    file: `${FEATURES}/sessions/authentication.ts`,
    before: "verified.kind === 'personal' || (await services.sessions.isForgotten(verified))",
    after: "verified.kind === 'personal'",
    test: `${TESTS}/moderation/deletion.test.ts`,
    title: 'tokens from before a deletion are refused for good',
  },
  {
    name: 'a refused attempt to sign in gives back what it used',
    file: 'packages/auth/src/limits/lockout.ts',
    before: 'if (first.allowed) await first.giveBack()',
    after: '',
    test: 'packages/auth/test/limits.test.ts',
    title: 'attempts that the limit of an hour refuses use nothing of the limits of a minute',
  },
  {
    name: 'a right password by a known device gives back what it used',
    file: 'packages/auth/src/limits/lockout.ts',
    before: 'succeeded: () => own.giveBack()',
    after: 'succeeded: async () => {}',
    test: 'packages/auth/test/limits.test.ts',
    title: 'a right password by a device does not count',
  },
]

/** @type {readonly Mutation[]} */
const ERASURE = [
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
    title: 'what a request stored after the first erasure is erased a minute later',
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
]

/** @type {readonly Mutation[]} */
const DATA = [
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
    before: 'store.onReconnect(forget)',
    after: 'store.onReconnect(() => {})',
    test: `${TESTS}/shared-answers/instances.test.ts`,
    title: 'no answer from before an outage is given after it',
  },
  {
    name: 'a change while an answer is computed',
    file: `${SERVER}/graphql/shared-answers.ts`,
    before: 'since: sharing.since',
    after: 'since: revisions.latest',
    test: `${TESTS}/shared-answers/freshness.test.ts`,
    title: 'an answer is not shared when what it shows was changed while it was computed',
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
    title: 'another key, user or place makes another comment; another text under one key is a conflict',
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

/** @type {readonly Mutation[]} */
const SMALLER = [
  {
    name: 'a required plugin without a version',
    file: 'packages/plugin-host/src/requirements.ts',
    before: 'other.version === null ||\n',
    after: '',
    test: `${TESTS}/plugin-loading/order.test.ts`,
    title: 'a required plugin without a version fits',
  },
  {
    name: 'a required plugin before its release, of any version',
    file: 'packages/plugin-host/src/requirements.ts',
    before: "{ includePrerelease: range.trim() === '*' }",
    after: '{ includePrerelease: false }',
    test: `${TESTS}/plugin-loading/order.test.ts`,
    title: 'a required plugin without a version fits',
  },
  {
    name: 'a required plugin before its release, of a range',
    file: 'packages/plugin-host/src/requirements.ts',
    before: "{ includePrerelease: range.trim() === '*' }",
    after: '{ includePrerelease: true }',
    test: `${TESTS}/plugin-loading/order.test.ts`,
    title: 'a required plugin without a version fits',
  },
  {
    name: 'a set-up that failed half-way',
    file: `${FEATURES}/setup/service.ts`,
    before: 'await services.settings.unclaim()',
    after: '',
    test: `${TESTS}/accounts/setup.test.ts`,
    title: 'a set-up that fails half-way can be tried again immediately',
  },
  {
    name: 'the shortest duration',
    file: 'packages/config/src/grammar/duration.ts',
    before: 'value < ms(least)',
    after: 'value <= ms(least)',
    test: 'packages/config/test/values.test.ts',
    title: 'the shortest and the longest duration that a variable allows are accepted, and nothing beyond',
  },
  {
    name: 'the longest duration',
    file: 'packages/config/src/grammar/duration.ts',
    before: 'value > ms(most)',
    after: 'value >= ms(most)',
    test: 'packages/config/test/values.test.ts',
    title: 'the shortest and the longest duration that a variable allows are accepted, and nothing beyond',
  },
]

/** Faults that older comment servers had; apps/server/test/findings.md names these mutations. */
/** @type {readonly Mutation[]} */
const FINDINGS = [
  {
    name: 'a user renames only the own account',
    file: `${FEATURES}/users/account-status.ts`,
    before: 'else if (actor.id !== before.id) throw new NotAuthorizedError()',
    after: '',
    test: `${TESTS}/moderation/standing.test.ts`,
    title: 'no user renames another, whatever the status of their own name',
  },
  {
    name: 'a reply belongs to the discussion of its parent',
    file: `${FEATURES}/comments/post.ts`,
    before: ' && parent.asset_id === child.asset_id',
    after: '',
    test: `${TESTS}/comments/create.test.ts`,
    title: 'a comment of another discussion',
  },
  {
    name: 'sessions from before all sessions were ended',
    file: `${FEATURES}/sessions/service.ts`,
    before: 'return !isIssuedBefore(token, user.validAfter) && ',
    after: 'return ',
    test: `${TESTS}/accounts/session-ends.test.ts`,
    title: 'every token from before is refused and its connections are closed; a new one works at once',
  },
  {
    name: 'a personal token that is signed out',
    file: `${FEATURES}/sessions/service.ts`,
    before: "'tokens.$[ended].active': false",
    after: "'tokens.$[ended].active': true",
    test: `${TESTS}/accounts/session-ends.test.ts`,
    title: 'works with a personal token, which has no end, and switches it off for good',
  },
  {
    name: 'a repeated decision about a user changes nothing',
    file: `${FEATURES}/users/account-status.ts`,
    before: 'if (before.status[transition.of].status === transition.to) return null',
    after: '',
    test: `${TESTS}/moderation/standing.test.ts`,
    title: 'repeating a decision about a user changes nothing and publishes nothing',
  },
  {
    name: 'another administrator has to remain',
    file: `${FEATURES}/users/authority.ts`,
    before: 'if (matchedCount === 0)',
    after: 'if (matchedCount < 0)',
    test: `${TESTS}/moderation/standing.test.ts`,
    title: 'the last administrator stays one, also when two demote or ban each other at once',
  },
  {
    name: 'a deleted account is no longer ignored by others',
    file: `${FEATURES}/users/personal-data.ts`,
    before: '      stopBeingIgnored(docstore),\n',
    after: '',
    test: `${TESTS}/moderation/deletion.test.ts`,
    title: 'a deleted account leaves its places in threads, and nothing of the person anywhere',
  },
  {
    name: 'the mark of staff follows the role',
    file: `${FEATURES}/users/account-status.ts`,
    before: 'if (isStaff(before) !== isStaff(after)) await staffTags.follow({ userId: after.id, session })',
    after: '',
    test: `${TESTS}/tags/staff-mark.test.ts`,
    title: "the staff's mark on comments goes with the role of their author, and other tags stay",
  },
]

/** Every deliberate fault. Names and titles are unique within a file, so they find one row. */
export const MUTATIONS = [...PRIVACY, ...ERASURE, ...DATA, ...SMALLER, ...FINDINGS]
