import { configure, MANIFEST } from '@platform/plugin-sdk'
import { pluginContract } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import oidc from '../server/index.ts'

const provider = { name: 'staff', issuer: 'https://id.example', clientId: 'comments', clientSecret: 'a secret' }

pluginContract(configure(oidc, { providers: [provider] }), {
  describe,
  expect,
  test,
  package: new URL('..', import.meta.url),
})

test.each<[what: string, config: object, says: string[]]>([
  ['one provider', { providers: [provider] }, []],
  [
    'a secret apart',
    { providers: [{ ...provider, clientSecret: undefined }], clientSecrets: { staff: 'a secret' } },
    [],
  ],
  ['a provider on this machine', { providers: [{ ...provider, issuer: 'http://localhost:8080/realms/x' }] }, []],
  ['no providers', { providers: [] }, ['providers']],
  ['no secret', { providers: [{ ...provider, clientSecret: undefined }] }, ['providers.0.clientSecret']],
  [
    'a secret of a name that every object has',
    { providers: [{ ...provider, name: 'constructor', clientSecret: undefined }] },
    ['providers.0.clientSecret'],
  ],
  ['two of one name', { providers: [provider, provider] }, ['providers.1.name']],
  ['the name of local accounts', { providers: [{ ...provider, name: 'local' }] }, ['providers.0.name']],
  [
    'names that are no part of an address',
    { providers: ['../x', 'A', '', ':id', 'a/b', '__proto__'].map(name => ({ ...provider, name })) },
    [0, 1, 2, 3, 4, 5].map(i => `providers.${i}.name`),
  ],
  [
    'addresses that are not encrypted, or none',
    {
      providers: [
        'http://id.example',
        'http://10.0.0.1',
        'ftp://id.example',
        'id.example',
        'https://me:pw@id.example',
        'http://localhost.evil.example',
      ].map((issuer, i) => ({ ...provider, name: `p${i}`, issuer })),
    },
    [0, 1, 2, 3, 4, 5].map(i => `providers.${i}.issuer`),
  ],
  ['no openid', { providers: [{ ...provider, scopes: ['profile'] }] }, ['providers.0.scopes']],
])('configured with %s', async (_what, config, says) => {
  const result = await oidc[MANIFEST].config!['~standard'].validate(config)
  expect(result.issues?.map(({ path }) => path?.join('.')) ?? []).toEqual(says)
})
