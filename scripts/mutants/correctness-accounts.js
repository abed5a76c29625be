// Deliberate faults of accounts, sign-in and events about users: the rows 1b to 39 of apps/server/test/findings.md.
const FEATURES = 'apps/server/src/features'
const TESTS = 'apps/server/test'
const OIDC_TEST = 'plugins/platform-plugin-oidc-auth/test/sign-in.test.ts'

/** @type {readonly import('./table.js').Mutation[]} */
export const CORRECTNESS_OF_ACCOUNTS = [
  {
    name: 'an answer to a captcha counts only where a captcha is configured',
    file: 'packages/auth/src/limits/lockout.ts',
    before: 'captcha !== null && (await captcha.verify(',
    after: 'captcha === null ? Boolean(captchaResponse) : (await captcha.verify(',
    test: `${TESTS}/accounts/lockout.test.ts`,
    title: 'a captcha header opens nothing where no captcha is configured',
  },
  {
    name: 'a link of a mail leads back only to permitted hosts',
    file: `${FEATURES}/accounts/return-address.ts`,
    before: '|| isPermitted(address, domains.whitelist)',
    after: "|| address !== ''",
    test: `${TESTS}/accounts/reset.test.ts`,
    title: 'the reader is led back to this site, or one that has discussions here, and nowhere else',
  },
  {
    name: 'events about a user need a permission',
    file: `${FEATURES}/users/live.ts`,
    before: ' && (context.can(permission) || context.user?.id === id)',
    after: '',
    test: `${TESTS}/moderation/live.test.ts`,
    title: 'a decision about a user reaches that user and moderators, and no other subscriber',
  },
  {
    name: 'a new username is checked by the rules for usernames',
    file: `${FEATURES}/users/mutators.ts`,
    before: 'await users.checkUsername(username.trim(), id)',
    after: 'username.trim()',
    test: `${TESTS}/accounts/own-account.test.ts`,
    title:
      'only its user changes a username, once in 14 days by both mutations together, and by all rules for usernames',
  },
  {
    name: 'the event of a new account has the user',
    file: `${FEATURES}/users/live.ts`,
    before: 'Object.keys(USER_EVENTS).map(',
    after: "Object.keys(USER_EVENTS).filter(event => event !== 'userCreated').map(",
    test: `${TESTS}/moderation/live.test.ts`,
    title: 'the event of a username has the one before, and moderators get an event of each new account',
  },
  {
    name: 'the answer to a captcha is verified',
    file: 'packages/auth/src/limits/lockout.ts',
    before: '(await captcha.verify(captchaResponse, attempt.address))',
    after: 'Boolean(captchaResponse)',
    test: `${TESTS}/accounts/captcha.test.ts`,
    title: 'is asked for after a few wrong passwords, and lets the owner in once it is solved',
  },
  {
    name: 'a user of a provider is found by provider and id',
    file: `${FEATURES}/users/external.ts`,
    before: '$elemMatch: { provider, id }',
    after: '$elemMatch: { id }',
    test: OIDC_TEST,
    title: 'one id at two providers makes two users, and neither is the local account of that name',
  },
  {
    name: 'the answer about an account has nothing but its public fields',
    file: `${FEATURES}/users/public-user.ts`,
    before: '    id: user.id,\n',
    after: '    ...user,\n',
    test: `${TESTS}/accounts/sessions.test.ts`,
    title: 'answers a user with their account, and nothing more',
  },
  {
    name: 'a name without a Latin letter is not made a username',
    file: `${FEATURES}/users/external.ts`,
    before: "cast !== '' && (await isAllowed(cast))",
    after: "cast === '' || (await isAllowed(cast))",
    test: OIDC_TEST,
    title: 'a name in another script',
  },
  {
    name: 'a wrong token of an e-mail link is refused with the code of that link',
    file: `${FEATURES}/accounts/email-links.ts`,
    before: 'throw error instanceof TokenError ? refusal : error',
    after: 'throw error',
    test: `${TESTS}/accounts/confirm.test.ts`,
    title: 'a link with a changed token, a token of another kind or of a deleted account, or no token confirms nothing',
  },
  {
    name: 'the JSON form of a secret is parsed',
    file: 'packages/auth/src/keys/parse-key-text.ts',
    before: "!looksLikeJson && family === 'secret'",
    after: "family === 'secret'",
    test: 'packages/auth/test/keys.test.ts',
    title: 'of the JSON form of a single secret only the member `secret` is the secret',
  },
  {
    name: 'the user of an event is read again when it is delivered',
    file: `${FEATURES}/users/live.ts`,
    before: '({ id }: UserEvent, _args: unknown, { loaders }: ServerContext) => loaders.Users.getByID(id)',
    after: '(event: UserEvent, _args: unknown, _context: unknown) => Promise.resolve(event)',
    test: `${TESTS}/moderation/live.test.ts`,
    title: 'an event about a user gives subscribers the account as it is stored, not the record that the event has',
  },
  {
    name: 'a site that is set up is not set up again',
    file: `${FEATURES}/setup/service.ts`,
    before: `  if (await isSetUp(services)) throw alreadySetUp()
  await assertComplete(services, { settings, user })
  if ((await isSetUp(services)) || !(await services.settings.claim())) throw alreadySetUp()
`,
    after: '',
    test: `${TESTS}/cli/users.test.ts`,
    title: 'setup makes the first administrator and settings once, also where the web may not',
  },
]
