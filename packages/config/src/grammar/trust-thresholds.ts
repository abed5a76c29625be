import { parseThresholds, ThresholdsError } from '@platform/trust'
import { fromText, Refusal } from './from-text.ts'

/** `comment:2,-1;flag:2,-1`; a name that is left out keeps its default, one trailing `;` is fine. */
export const trustThresholds = fromText(text => {
  try {
    return parseThresholds(text)
  } catch (error) {
    throw error instanceof ThresholdsError ? new Refusal(error.message) : error
  }
})
