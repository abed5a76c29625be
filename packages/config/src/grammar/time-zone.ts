import { fromText, Refusal } from './from-text.ts'

/** The name of a time zone that this Node knows, as `Intl` writes it. */
export const timeZone = fromText(text => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    throw new Refusal('must be the name of a time zone, such as UTC, Europe/Berlin or America/New_York')
  }
})
