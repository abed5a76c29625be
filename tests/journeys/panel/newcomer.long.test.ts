import { HUMAN } from './moderate-by-keys.ts'
import { newcomerJourney } from './newcomer.ts'

newcomerJourney('moderates a hundred comments by keys in less than ten minutes, as fast as people read and type', {
  pace: HUMAN,
  timeout: 900_000,
})
