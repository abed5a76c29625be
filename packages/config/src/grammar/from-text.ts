import { z } from 'zod'

/** Thrown by a grammar for a text that is not allowed; the message says what is allowed. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/**
 * Makes a Zod schema of a function that reads a text or throws a `Refusal`. Other errors are bugs and pass through.
 */
export function fromText<T>(read: (text: string) => T) {
  return z.string().transform((text, context): T => {
    try {
      return read(text)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      context.addIssue({ code: 'custom', message: error.message })
      return z.NEVER
    }
  })
}
