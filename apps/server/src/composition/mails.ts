import { CompositionError, type LoadedPlugin, messageOf, type Problem, referenceTo } from '@platform/plugin-host'
import type { MailDefinition } from '@platform/plugin-sdk'
import type { Services } from '../contract/services.ts'
import { claimAll, type Ledger } from './ledger.ts'

/** A mail and the plugin it belongs to. */
export interface ComposedMail {
  readonly name: string
  readonly plugin: LoadedPlugin
  readonly mail: MailDefinition
}

/** The mails of all plugins, each of the plugin that owns its name. */
export function composeMails(plugins: readonly LoadedPlugin[], ledger: Ledger): readonly ComposedMail[] {
  const all = plugins.flatMap(plugin =>
    Object.entries(plugin.hooks.mails ?? {}).map(([name, mail]): ComposedMail => ({ name, plugin, mail })),
  )
  return claimAll(ledger, 'mail', all)
}

/**
 * Defines the composed mails in the service that sends them.
 *
 * @throws CompositionError with every mail whose texts cannot be rendered, or whose name the service knows already.
 */
export async function defineMails({
  mails: composed,
  services: { mail },
}: {
  readonly mails: readonly ComposedMail[]
  readonly services: Services
}): Promise<void> {
  const problems: Problem[] = []
  // The texts of the core are tried by its own tests, so the server starts without loading the template library.
  for (const { name, plugin, mail: definition } of composed)
    await mail.define(name, definition, { tryTexts: !plugin.core }).catch((error: unknown) =>
      problems.push({
        code: 'PLUGIN_HOOK_INVALID',
        plugins: [referenceTo(plugin)],
        hook: 'mails',
        at: name,
        message: messageOf(error),
        fix:
          `correct subject, text, html or sample of ${name}; ` +
          `when PLATFORM_MAIL_TEMPLATES has a file of that name, correct the file`,
      }),
    )
  if (problems.length > 0) throw new CompositionError(problems)
}
