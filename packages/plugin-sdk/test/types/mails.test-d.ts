import { definePlugin, type HookObject, type Mails } from '@platform/plugin-sdk'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'

const values = z.object({ username: z.string(), count: z.number().default(0) })
const texts = { subject: 'Your week', text: 'Hello {{ username }}' }

export const likes = definePlugin({
  name: 'likes',
  sdk: '^1.0',
  mails: { 'likes.digest': { values, sample: { username: 'ada' }, ...texts, html: '<p>{{ username }}</p>' } },
})
export const asHooks: HookObject = likes

// @ts-expect-error a mail has a subject
definePlugin({ name: 'a', sdk: '^1.0', mails: { 'a.b': { values, sample: { username: 'ada' }, text: 'x' } } })
// @ts-expect-error the sample is what the schema takes
definePlugin({ name: 'a', sdk: '^1.0', mails: { 'a.b': { values, sample: { username: 1 }, ...texts } } })
// @ts-expect-error the texts are tried with a sample
definePlugin({ name: 'a', sdk: '^1.0', mails: { 'a.b': { values, ...texts } } })
// @ts-expect-error values are said by a schema
definePlugin({ name: 'a', sdk: '^1.0', mails: { 'a.b': { values: { username: 'ada' }, sample: {}, ...texts } } })

declare module '@platform/plugin-sdk' {
  interface MailInputs {
    'likes.digest': z.input<typeof values>
  }
}
declare const mail: Mails
expectTypeOf(mail.send('likes.digest', { to: 'ada@example.org', values: { username: 'ada' } })).resolves.toBeVoid()
mail.send('unknown.mail', { to: 'ada@example.org', values: { anything: 1 } })
// @ts-expect-error a name is a text
mail.send('likes.digest', { to: 'ada@example.org', values: { username: 1 } })
// @ts-expect-error a mail goes to an address
mail.send('likes.digest', { values: { username: 'ada' } })
