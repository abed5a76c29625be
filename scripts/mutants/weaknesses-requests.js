// Deliberate faults of requests, pages and answers of other servers: the weaknesses S1 to S4 and S12 to S16 of
// apps/server/test/findings.md.
const SERVER = 'apps/server/src'
const TESTS = 'apps/server/test'

/** @type {readonly import('./table.js').Mutation[]} */
export const WEAKNESSES_OF_REQUESTS = [
  {
    name: 'addresses of requests are not logged',
    file: `${SERVER}/http/identify.ts`,
    before: 'const { state } = ctx as RequestContext',
    after: "const { state } = ctx as RequestContext\n    services.log.info({ url: ctx.url }, 'a request')",
    test: `${TESTS}/http/tokens.test.ts`,
    title: 'a token in the address works, and is in no log and no answer',
  },
  {
    name: 'a sign-in reads the body of its request only',
    file: `${SERVER}/features/users/routes.ts`,
    before: 'parseBody(credentials, await readJson(ctx))',
    after: 'parseBody(credentials, { ...Object(await readJson(ctx)), ...ctx.query })',
    test: `${TESTS}/accounts/sessions.test.ts`,
    title: 'with address and password in the address of the request is refused, and they are in no log',
  },
  {
    name: 'no other site frames a page',
    file: `${SERVER}/http/security-headers.ts`,
    before: 'frameAncestors: ["\'none\'"],',
    after: '',
    test: `${TESTS}/pages/other-sites.test.ts`,
    title: 'no page of accounts or set-up, and none that was not found, is shown inside a page of another site',
  },
  {
    name: 'inline scripts are not allowed',
    file: `${SERVER}/http/security-headers.ts`,
    before: 'scriptSrc: ["\'self\'", statics]',
    after: 'scriptSrc: ["\'self\'", statics, "\'unsafe-inline\'"]',
    test: `${TESTS}/pages/inert.test.ts`,
    title: 'the policy allows no inline script or style, and pages have none',
  },
  {
    name: 'the name of the site is escaped',
    file: `${SERVER}/web/components/site-header.tsx`,
    before: '<bdi>{site.name}</bdi>',
    after: '<bdi dangerouslySetInnerHTML={{ __html: site.name }} />',
    test: `${TESTS}/pages/inert.test.ts`,
    title: "the site's own name and messages are text as well",
  },
  {
    name: 'every byte of a password is compared',
    file: 'packages/auth/src/passwords/passwords.ts',
    before: 'impossible : stored, password)',
    after: 'impossible : stored, password.slice(0, 72))',
    test: 'packages/auth/test/passwords.test.ts',
    title: 'nothing is cut off after 72 bytes',
  },
  {
    name: 'the headers of an answer from another server are limited',
    file: `${SERVER}/outbound/connect.ts`,
    before: 'maxHeaderSize: LARGEST_HEADERS',
    after: 'maxHeaderSize: 1_000 * LARGEST_HEADERS',
    test: `${TESTS}/outbound/fetch.test.ts`,
    title: 'a hundred thousand headers are not read',
  },
  {
    name: 'a discussion has only settings that are known',
    file: `${SERVER}/features/assets/input.ts`,
    before: 'assetSettingsInput = z.strictObject(',
    after: 'assetSettingsInput = z.looseObject(',
    test: `${TESTS}/api/stories.test.ts`,
    title: 'settings of an asset are set by administrators, checked, and nothing else with them',
  },
  {
    name: 'the type of a live message may be an object',
    file: `${SERVER}/live/inspect-message.ts`,
    before: "typeof type === 'string' && OF_SERVERS.includes(type)",
    after: 'OF_SERVERS.includes(String(type))',
    test: `${TESTS}/live/long-messages.test.ts`,
    title: 'what is wrong behind a long message closes the connection as it does elsewhere',
  },
  {
    name: 'live messages behind a long one wait for it',
    file: `${SERVER}/live/incoming.ts`,
    before: '!isPaused && text.length <= LONG',
    after: 'text.length <= LONG',
    test: `${TESTS}/live/long-messages.test.ts`,
    title: 'messages that follow a long one are handled after it',
  },
  {
    name: 'what takes long is done for the addresses in turn',
    file: `${SERVER}/request/own-turn.ts`,
    before: ': addressGroups(address).household',
    after: ": ''",
    test: `${TESTS}/http/own-turn.test.ts`,
    title: 'the addresses take turns, so that the many of one do not hold up others',
  },
  {
    name: 'the length of the ids of discussions that are followed',
    file: `${SERVER}/live/groups.ts`,
    before: 'asset.length <= LONGEST_ASSET',
    after: 'true',
    test: `${TESTS}/live/limits.test.ts`,
    title: 'an id that no discussion can have names no channel, and its subscription hears nothing',
  },
]
