import { isDeepStrictEqual } from 'node:util'
import type { ModerationInput } from '@platform/plugin-sdk'
import type { ComposedPhase } from '../../../contract/composed.ts'
import { isClosed } from '../../assets/model.ts'
import type { CoreSubmission } from './phases.ts'

/** The data by which phases decide, and which may change while they run. */
export interface ModerationInputs extends Pick<CoreSubmission, 'author' | 'asset' | 'settings'> {
  readonly read_at: Date
}

/** Whether an input on which the answer of a phase depends has another value now. */
export function isOutdated({ judgesBy }: ComposedPhase, before: ModerationInputs, after: ModerationInputs): boolean {
  const differs = (read: (inputs: ModerationInputs) => unknown) => !isDeepStrictEqual(read(before), read(after))
  return judgesBy ? judgesBy.some(input => differs(inputs => inputValue(input, inputs))) : differs(allOf)
}

/** The inputs that are no path in a submission. */
const VALUES: Partial<Record<ModerationInput, (inputs: ModerationInputs) => unknown>> = {
  'author.trust': ({ author }) => author.metadata['trust'],
  // The time at which a discussion closes may pass while nothing is written.
  'asset.closedAt': ({ asset, read_at: now }) => [asset.closedAt, isClosed(asset, now)],
}

function inputValue(input: ModerationInput, inputs: ModerationInputs): unknown {
  const read = VALUES[input]
  if (read) return read(inputs)
  return input.split('.').reduce<unknown>((value, name) => Object(value)[name], inputs)
}

/** All inputs, without what every new comment changes: else the comments of a busy discussion would all wait. */
function allOf(inputs: ModerationInputs): unknown {
  const { updated_at: _changed, ...author } = inputs.author
  const { updated_at: _updated, comment_counts: _counts, last_comment_at: _latest, ...asset } = inputs.asset
  return { author, asset, closing: inputValue('asset.closedAt', inputs), settings: { ...inputs.settings } }
}
