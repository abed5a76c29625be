import { fromText, Refusal } from './from-text.ts'

/** The name of a tab of the stream; plugins add tabs under names of their own. */
export const streamTab = fromText(text => {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(text)) {
    throw new Refusal('must be a tab name: letters, digits, dot, dash and underscore, at most 64 of them')
  }
  return text
})
