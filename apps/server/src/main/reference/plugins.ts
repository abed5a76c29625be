import { pluginReference } from '@platform/plugin-sdk'
import { createLedger } from '../../composition/ledger.ts'
import { composePhases } from '../../composition/moderation.ts'
import { core } from '../core.ts'

/** The page `docs/reference/plugins.md`, with the moderation phases that the features of the core register. */
export function pluginsReference(): string {
  return pluginReference(composePhases(core, createLedger()).phases)
}
