import { expect, test } from 'vitest'
import { createSite } from '../plugin-commands/site.ts'

/** Modules that documents name, and what of them is called by plugins. */
const NAMED: Readonly<Record<string, string>> = {
  'plugin-api/beta/server': 'getReactionConfig',
  'services/users': 'upsertSocialUser upsertExternalUser findLocalUser isValidPassword hashPassword',
  'services/settings': 'retrieve select update',
  'services/plugins': 'get',
  'services/utils': 'getRedirectUri',
  'services/i18n': 't request',
  'services/metadata': 'set unset',
  'services/passport': 'ValidateUserLogin HandleAuthPopupCallback',
  'services/authentication': 'ValidateUserLogin',
  'models/setting': 'findOne findOneAndUpdate update',
  'models/user':
    'findOne findOneAndUpdate update updateOne create updateMany deleteOne countDocuments aggregate distinct',
  'graph/context': 'forSystem',
  'services/jwt': 'SharedSecret AsymmetricSecret MultiSecret',
  'services/mailer': 'send registerHelpers',
  'services/karma': 'model isReliable modifyUser',
  'services/redis': 'createClient createClientFactory',
  'models/asset': 'findOneAndUpdate',
  'models/comment': 'find',
  'models/action': 'find',
  'middleware/authorization': 'needed',
  'perms/utils': 'check',
  errors: 'ErrNotAuthorized ErrMaxRateLimit',
}
const FORMS: readonly ((module: string) => string)[] = [
  module => module,
  module => `../../${module}`,
  module => `@platform/server/${module}`,
]

test('every documented module can be imported and required in every form that plugins use', async () => {
  const check = (reach: (specifier: string) => string) =>
    FORMS.flatMap(form =>
      Object.entries(NAMED).map(
        ([module, names]) =>
          `for (const name of ${JSON.stringify(names.split(' '))}) if (typeof ` +
          `(${reach(JSON.stringify(form(module)))})[name] !== 'function') throw new ` +
          `Error(${JSON.stringify(form(module))} + ' lacks ' + name)`,
      ),
    ).join('\n')
  await using site = await createSite(
    {
      'plugins.json': '{"server": ["old", "new"]}',
      'package.json': '{"type": "module"}',
      'plugins/old/index.js': `${check(specifier => `require(${specifier})`)}\nnew (require('services/limit'))('x', 1, '7d')\nmodule.exports = {}`,
      'plugins/new/index.js': `const either = module => new Proxy({}, { get: (_target, name) => module[name] ?? module.default?.[name] })\n${check(specifier => `either(await import(${specifier}))`)}\nexport default {}`,
    },
    { packages: false },
  )
  const { findings } = (await site.platform(['plugins', 'doctor', '--json'])).json()
  expect(findings.filter(({ severity }: any) => severity === 'problem')).toEqual([])
  expect(findings.find(({ cause }: any) => cause.includes('plugin-api/beta/server'))).toMatchObject({
    code: 'PLUGIN_INTERNAL_IMPORT',
    fix: 'use defineReaction of @platform/plugin-sdk',
  })
}, 30_000)

test.each<[specifier: string, fix: string | RegExp]>([
  ['services/cache', /this server has no such module: use a loader, which is made once a request/],
  ['../../../services/comments', /use context\.loaders\.Comments/],
  ['@platform/server/services/wordlist', /the hook moderation/],
  ['graph/mutators/comment', /context\.graphql, or the hooks/],
  ['../lib/graph', /correct plugins\/old\/server\/index\.js/],
  ['lodash-es', /add lodash-es to the dependencies/],
])(
  'a plugin that imports %s is told what to do',
  async (specifier, fix) => {
    await using site = await createSite(
      { 'plugins.json': '{"server": ["old"]}', 'plugins/old/server/index.js': `require(${JSON.stringify(specifier)})` },
      { packages: false },
    )
    expect((await site.platform(['plugins', 'doctor', '--json'])).json().findings).toMatchObject([
      { code: 'PLUGIN_LOAD_FAILED', fix: expect.stringMatching(fix) },
    ])
  },
  30_000,
)
