import { CHROMIUM, startChromium } from '../drivers/chromium.ts'
import { AT_ONCE } from './moderate-by-keys.ts'
import { newcomerJourney } from './newcomer.ts'

newcomerJourney(
  'sets up an empty server, copies the lines into a page, moderates a hundred comments by keys, bans, closes and changes the word list',
  { engine: { name: 'Chromium', needs: [CHROMIUM], start: startChromium }, pace: AT_ONCE, timeout: 120_000 },
)
