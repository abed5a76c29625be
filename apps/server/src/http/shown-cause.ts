import { type Attribution, describeThrown } from '@platform/plugin-host'
import { describeAttribution } from '../composition/attribution.ts'
import { causesOf } from '../runtime/causes.ts'
import { withoutSecrets } from '../runtime/secrets.ts'

/** The cause of a masked error, as an answer shows it in development and in tests. */
export interface ShownCause {
  /** The class and the text of the error: `TypeError: no gateway`. */
  readonly message: string
  /** The plugin, hook and place that failed: `likes@1.4.0 resolvers Comment.likes`. */
  readonly place?: string
  readonly stack?: readonly string[]
  readonly cause?: ShownCause
}

/** The most lines of a stack that are shown. The first ones name the code that failed. */
const MOST_FRAMES = 12
/** The most errors that are shown of a chain of causes. */
const MOST_CAUSES = 4

/** The cause of an error and of the errors that led to it, without the secrets that the server knows. */
export function shownCause(error: unknown, place?: Attribution): ShownCause {
  const causes = causesOf(error).slice(1, MOST_CAUSES)
  const cause = causes.reduceRight<ShownCause | undefined>((cause, each) => shown(each, { cause }), undefined)
  return shown(error, { place, cause })
}

interface Around {
  readonly place?: Attribution | undefined
  readonly cause: ShownCause | undefined
}

function shown(error: unknown, { place, cause }: Around): ShownCause {
  const stack = framesOf(error)
  return {
    message: withoutSecrets(describeThrown(error)),
    ...(place ? { place: describeAttribution(place) } : {}),
    ...(stack.length > 0 ? { stack } : {}),
    ...(cause ? { cause } : {}),
  }
}

/** The stack of a thrown value. Reading it may throw again. */
function framesOf(error: unknown): readonly string[] {
  try {
    if (!(error instanceof Error)) return []
    const frames = String(error.stack)
      .split('\n')
      .filter(line => /^\s+at /.test(line))
    return frames.slice(0, MOST_FRAMES).map(line => withoutSecrets(line.trim()))
  } catch {
    return []
  }
}
