// Deliberate faults, each with the test that finds it. `pnpm test:mutants` applies them one by one, and
// test/mutants.test.ts makes sure that every text that is replaced still occurs once in its file.
import { ACCESS } from './access.js'
import { ADMINISTRATION } from './admin.js'
import { CLIENT_PARTS } from './client-parts.js'
import { CORRECTNESS_OF_ACCOUNTS } from './correctness-accounts.js'
import { CORRECTNESS_OF_COMMENTS } from './correctness-comments.js'
import { CORRECTNESS_OF_REQUESTS } from './correctness-requests.js'
import { DESIGN_OF_ANSWERS } from './design-answers.js'
import { DESIGN_OF_EVENTS } from './design-events.js'
import { OWN_ACCOUNT } from './own-account.js'
import { PERFORMANCE } from './performance.js'
import { DATA, ERASURE } from './stored.js'
import { WEAKNESSES_OF_PEOPLE } from './weaknesses-people.js'
import { WEAKNESSES_OF_REQUESTS } from './weaknesses-requests.js'

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

const FEATURES = 'apps/server/src/features'
const TESTS = 'apps/server/test'

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
    test: `${TESTS}/moderation/account-status.test.ts`,
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
    title: 'every token from before is refused and its connections are closed, and a new one works immediately',
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
    test: `${TESTS}/moderation/account-status.test.ts`,
    title: 'repeating a decision about a user changes nothing and publishes nothing',
  },
  {
    name: 'another administrator has to remain',
    file: `${FEATURES}/users/authority.ts`,
    before: 'if (matchedCount === 0)',
    after: 'if (matchedCount < 0)',
    test: `${TESTS}/moderation/account-status.test.ts`,
    title: 'the last administrator stays one, also when two demote or ban each other at the same time',
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
export const MUTATIONS = [
  ...ACCESS,
  ...ERASURE,
  ...DATA,
  ...SMALLER,
  ...FINDINGS,
  ...CORRECTNESS_OF_ACCOUNTS,
  ...CORRECTNESS_OF_COMMENTS,
  ...CORRECTNESS_OF_REQUESTS,
  ...WEAKNESSES_OF_REQUESTS,
  ...ADMINISTRATION,
  ...OWN_ACCOUNT,
  ...CLIENT_PARTS,
  ...WEAKNESSES_OF_PEOPLE,
  ...PERFORMANCE,
  ...DESIGN_OF_ANSWERS,
  ...DESIGN_OF_EVENTS,
]
