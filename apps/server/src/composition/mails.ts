import type { MailDefinition } from '@platform/plugin-sdk'
import { type LoadedPlugin, label } from '../contract/loaded-plugin.ts'
import type { Services } from '../contract/services.ts'
import { messageOf } from './described.ts'
import type { Ledger } from './ledger.ts'
import { CompositionError, type Problem } from './problem.ts'

/** A mail and the plugin it belongs to. */
export interface ComposedMail {
  readonly name: string
  readonly member: LoadedPlugin
  readonly mail: MailDefinition
}

/** The mails of all plugins, each of the one that its name belongs to. */
export function composeMails(plugins: readonly LoadedPlugin[], ledger: Ledger): readonly ComposedMail[] {
  const all = plugins.flatMap(member =>
    Object.entries(member.hooks.mails ?? {}).map(([name, mail]): ComposedMail => ({ name, member, mail })),
  )
  for (const { name, member } of all) ledger.claim('mail', name, member)
  return all.filter(({ name, member }) => ledger.owner('mail', name) === member)
}

/**
 * Makes the composed mails known to the service that sends them.
 *
 * @throws CompositionError with every mail whose texts are wrong, or that the core has already.
 */
export async function defineMails({
  mails: composed,
  services: { mail },
}: {
  readonly mails: readonly ComposedMail[]
  readonly services: Services
}): Promise<void> {
  const problems: Problem[] = []
  for (const { name, member, mail: definition } of composed)
    await mail.define(name, definition).catch((error: unknown) =>
      problems.push({
        code: 'PLUGIN_HOOK_INVALID',
        owners: [member.name],
        message: `${label(member)} mails: ${name}: ${messageOf(error)}\n  ${member.name}  ${member.origin}`,
        fix: `mend subject, text, html or sample of ${name}; where a file of that name is in PLATFORM_MAIL_TEMPLATES, mend that`,
      }),
    )
  if (problems.length > 0) throw new CompositionError(problems)
}
