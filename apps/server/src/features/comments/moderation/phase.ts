import type { CoreModerationPhase, ModerationDecision, ModerationPhase, Submission } from '@platform/plugin-sdk'
import type { ServerContext } from '../../../contract/context.ts'
import type { Settings } from '../../settings/model.ts'

/** A submission, its settings typed. */
export interface CoreSubmission extends Submission {
  readonly settings: Readonly<Settings> & Readonly<Record<string, unknown>>
}

/** A phase of the core: the same object as a plugin's, at a place in the core's own list. */
export interface CorePhase extends ModerationPhase<ServerContext> {
  readonly name: CoreModerationPhase
  run(
    submission: CoreSubmission,
    context: ServerContext,
  ): ModerationDecision | undefined | Promise<ModerationDecision | undefined>
}

/** A flag in nobody's name; moderators read the message beside its reason. */
export function systemFlag(reason: string, metadata: { readonly message: string } & Readonly<Record<string, unknown>>) {
  return { action_type: 'FLAG', group_id: reason, metadata }
}
