import { expect, test } from 'vitest'
import { createSite } from '../plugin-commands/site.ts'

/** Module → names that plugins of the predecessor use, and that an ES module imports by name. */
const NAMES: Record<string, readonly string[]> = {
  'services/passport': ['passport', 'ValidateUserLogin', 'HandleAuthPopupCallback', 'HandleGenerateCredentials'],
  'services/authentication': ['passport', 'ValidateUserLogin'],
  'services/users': ['upsertSocialUser', 'isValidPassword', 'findLocalUser', 'hashPassword', 'findById'],
  errors: [
    'ErrNotAuthorized',
    'ErrNotFound',
    'ErrEmailTaken',
    'ErrMaxRateLimit',
    'ErrMissingEmail',
    'ErrAlreadyExists',
  ],
  'middleware/authorization': ['needed', 'has'],
  'perms/utils': ['check'],
}

test.each(Object.entries(NAMES))('an ES module imports the members of %s by name', async (module, names) => {
  await using site = await createSite(
    {
      'plugins.json': '{"server": ["named"]}',
      'plugins/named/package.json': '{"type": "module"}',
      'plugins/named/index.js': `
        import all, { ${names.join(', ')} } from '${module}'
        export default {
          router() {
            const found = { ${names.join(', ')} }
            for (const name of ${JSON.stringify(names)})
              if (typeof found[name] !== 'function' && typeof found[name] !== 'object') throw new Error('no ' + name)
              else if (all[name] && all[name] !== found[name]) throw new Error('another ' + name)
          },
        }`,
    },
    { packages: false },
  )
  const doctor = await site.platform(['plugins', 'doctor', '--json'])
  expect(doctor.json().findings.filter(({ severity }: { severity: string }) => severity === 'problem')).toEqual([])
})
