import { isProviderAddress } from '@platform/provider-auth'
import { z } from 'zod'

/** Names that no provider may have: other ways to sign in, and parts of addresses below `/api/v1/auth`. */
const RESERVED = ['local', 'session', 'jwt', 'callback']

const provider = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected lower-case letters, digits and hyphens, a letter first, 40 at most')
    .refine(name => !RESERVED.includes(name), `expected another name than ${RESERVED.join(', ')}`),
  issuer: z.string().refine(isProviderAddress, 'expected the https:// address of the issuer'),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  label: z.string().min(1).max(60).optional(),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'expected a scope without spaces'))
    .refine(scopes => scopes.includes('openid'), 'expected openid among the scopes')
    .default(['openid', 'profile']),
})

export const config = z
  .strictObject({
    providers: z.array(provider).min(1),
    clientSecrets: z.record(z.string(), z.string().min(1)).default({}),
  })
  .superRefine(({ providers, clientSecrets }, context) => {
    providers.forEach(({ name, clientSecret }, i) => {
      if (providers.findIndex(other => other.name === name) < i)
        context.addIssue({
          code: 'custom',
          path: ['providers', i, 'name'],
          message: `there are two providers named ${name}`,
        })
      if (clientSecret === undefined && !Object.hasOwn(clientSecrets, name))
        context.addIssue({
          code: 'custom',
          path: ['providers', i, 'clientSecret'],
          message: `the secret of ${name} is missing, here and in clientSecrets`,
        })
    })
  })

export type Settings = z.output<typeof config>
