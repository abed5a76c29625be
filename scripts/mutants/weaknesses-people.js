// Deliberate faults of limits, and of what people learn about others: the weaknesses S6 to S10 of
// apps/server/test/findings.md.
const FEATURES = 'apps/server/src/features'
const TESTS = 'apps/server/test'

/** @type {readonly import('./table.js').Mutation[]} */
export const WEAKNESSES_OF_PEOPLE = [
  {
    name: 'the limit of registrations from one address',
    file: `${FEATURES}/users/register.ts`,
    before: 'await services.limits.countFor(address, LIMITS.registered)',
    after: 'async () => {}',
    test: `${TESTS}/accounts/lockout.test.ts`,
    title: 'fifty people behind one address get in; much more is refused for a while',
  },
  {
    name: 'the limit of comments in a minute',
    file: `${FEATURES}/comments/moderation/phases.ts`,
    before: 'if (tries > max)',
    after: 'if (tries > max + 1_000)',
    test: `${TESTS}/comments/pipeline.test.ts`,
    title: 'a user posts as many comments a minute as the settings allow; staff and edits are not limited',
  },
  {
    name: 'the limit of reports in a minute',
    file: `${FEATURES}/actions/mutations.ts`,
    before: '  await countFor(context)\n',
    after: '',
    test: `${TESTS}/moderation/flags.test.ts`,
    title: 'a person reports so much in a minute, the staff as much as it finds',
  },
  {
    name: 'wrong passwords count for an account only together with their address',
    file: 'packages/auth/src/limits/lockout.ts',
    before: '{ limit: LOGIN_LIMITS.pair, of: [household, account] }',
    after: '{ limit: LOGIN_LIMITS.pair, of: [account] }',
    test: `${TESTS}/accounts/lockout.test.ts`,
    title: 'guesses from many addresses do not keep the owner out',
  },
  {
    name: 'the budget of a minute counts the items of each request',
    file: 'apps/server/src/graphql/budget.ts',
    before: 'account.items += items',
    after: '',
    test: `${TESTS}/graph/budget.test.ts`,
    title: 'a user who requests more items than the budget of a minute gets 429 until the minute is over',
  },
  {
    name: 'the limit of discussions that one reader opens',
    file: `${FEATURES}/assets/open-discussion.ts`,
    before: 'context.address !== null',
    after: 'context.address === null',
    test: `${TESTS}/assets/addresses.test.ts`,
    title: 'a reader who opens very many discussions by asking for pages waits',
  },
  {
    name: 'the answer to a wrong password is the same without an account',
    file: `${FEATURES}/users/sign-in.ts`,
    before: "'E-mail or password is wrong'",
    after: "(await users.findByEmail(email)) ? 'The password is wrong' : 'There is no such account'",
    test: `${TESTS}/accounts/sessions.test.ts`,
    title: 'does not reveal whether an address has an account',
  },
  {
    name: 'a sign-in takes the same time without an account',
    file: `${FEATURES}/users/service.ts`,
    before: 'const { ok, outdated } = await',
    after: 'if (stored === null) return null\n      const { ok, outdated } = await',
    test: `${TESTS}/accounts/timing.test.ts`,
    title: 'signing in costs the same whether the account is there, has a password, or neither',
  },
  {
    name: 'the counts of flags are for moderators',
    file: `${FEATURES}/actions/summaries.ts`,
    before: 'if (seesAll || !isDiscreet({ action_type })) return',
    after: 'return',
    test: `${TESTS}/permissions/within.test.ts`,
    title: 'are counted for moderators; a user sees their own, and no other reader sees that there are any',
  },
  {
    name: 'authors do not see the flags of the word lists',
    file: `${FEATURES}/comments/moderation/phases.ts`,
    before: ' && SHOWN_TO_AUTHOR.includes(group)',
    after: '',
    test: `${TESTS}/comments/pipeline.test.ts`,
    title: 'that it waits, and whether for links or trust; no word, no number, no step',
  },
  {
    name: 'moderators do not decide about administrators',
    file: `${FEATURES}/users/authority.ts`,
    before: "['ADMIN', 'MODERATOR'].includes(",
    after: "['MODERATOR'].includes(",
    test: `${TESTS}/moderation/account-status.test.ts`,
    title: 'who decides about whom',
  },
]
