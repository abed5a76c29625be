export { type KarmaDifference, karmaDifference } from './karma.ts'
export { reliability, type Trust, type TrustRecord, trustOf } from './reliability.ts'
export { parseThresholds, type Threshold, ThresholdsError, type TrustThresholds } from './thresholds.ts'
export { normalForm } from './words/normal-form.ts'
export { normalise } from './words/normalise.ts'
export {
  createWordFilter,
  createWordFilterInPieces,
  type Located,
  phraseProblem,
  type WordFilter,
} from './words/word-filter.ts'
