import { CompositionError, type LoadedPlugin, messageOf, type Problem, referenceTo } from '@platform/plugin-host'
import type { MailDefinition } from '@platform/plugin-sdk'
import type { Services } from '../contract/services.ts'
import type { Ledger } from './ledger.ts'

/** A mail and the plugin it belongs to. */
export interface ComposedMail {
  readonly name: string
  readonly plugin: LoadedPlugin
  readonly mail: MailDefinition
}

/** The mails of all plugins, each of the one that its name belongs to. */
export function composeMails(plugins: readonly LoadedPlugin[], ledger: Ledger): readonly ComposedMail[] {
  const all = plugins.flatMap(plugin =>
    Object.entries(plugin.hooks.mails ?? {}).map(([name, mail]): ComposedMail => ({ name, plugin, mail })),
  )
  for (const { name, plugin } of all) ledger.claim('mail', name, plugin)
  return all.filter(({ name, plugin }) => ledger.owner('mail', name) === plugin)
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
  for (const { name, plugin, mail: definition } of composed)
    await mail.define(name, definition).catch((error: unknown) =>
      problems.push({
        code: 'PLUGIN_HOOK_INVALID',
        plugins: [referenceTo(plugin)],
        hook: 'mails',
        at: name,
        message: messageOf(error),
        fix: `mend subject, text, html or sample of ${name}; where a file of that name is in PLATFORM_MAIL_TEMPLATES, mend that`,
      }),
    )
  if (problems.length > 0) throw new CompositionError(problems)
}
