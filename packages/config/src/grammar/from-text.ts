import { z } from 'zod'

/** Thrown by a grammar: the text is not allowed; the message says what is. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/**
 * Turns a function that reads text, or throws `Refusal`, into a Zod schema. Other errors pass through: they are bugs.
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
