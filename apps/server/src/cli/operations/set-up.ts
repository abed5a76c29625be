import { z } from 'zod'
import { setUp } from '../../features/setup/service.ts'
import { defineOperation } from '../operation.ts'
import { report } from '../report.ts'

const options = z.object({
  email: z.string(),
  username: z.string(),
  password: z.string(),
  json: z.boolean().default(false),
  organization: z.string().optional(),
  contactEmail: z.string().optional(),
  domains: z
    .string()
    .transform(text =>
      text
        .split(',')
        .map(domain => domain.trim())
        .filter(Boolean),
    )
    .optional(),
})

/** `platform setup`: creates the first administrator and settings, also where set-up over the web is locked. */
export const setUpOperation = defineOperation({
  options,
  run: (services, { email, username, password, organization, contactEmail, domains, json }, terminal) =>
    report(terminal, async () => {
      const settings = {
        ...(organization ? { organizationName: organization } : {}),
        ...(contactEmail ? { organizationContactEmail: contactEmail } : {}),
        ...(domains ? { domains: { whitelist: domains } } : {}),
      }
      const { id, username: name } = await setUp(services, { settings, user: { email, username, password } })
      return json
        ? JSON.stringify({ id, username: name })
        : `The site is set up; its administrator is ${name}, id ${id}`
    }),
})
