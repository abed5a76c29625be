import type { CorePhase } from '../phase.ts'
import { alwaysPremod } from './always-premod.ts'
import { assetClosed } from './asset-closed.ts'
import { commentLength } from './comment-length.ts'
import { commentingDisabled } from './commenting-disabled.ts'
import { karma } from './karma.ts'
import { links } from './links.ts'
import { pace } from './pace.ts'
import { premod } from './premod.ts'
import { preset } from './preset.ts'
import { repeated } from './repeated.ts'
import { staff } from './staff.ts'
import { wordlist } from './wordlist.ts'

/** The core's phases in their order. Banned words beat staff; staff beats all that follows. */
export const corePhases: readonly CorePhase[] = [
  commentLength,
  assetClosed,
  commentingDisabled,
  pace,
  wordlist,
  staff,
  links,
  repeated,
  karma,
  preset,
  alwaysPremod,
  premod,
]
