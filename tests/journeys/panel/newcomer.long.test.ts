import { CHROMIUM, startChromium } from '../drivers/chromium.ts'
import { FIREFOX, startFirefox } from '../drivers/firefox.ts'
import { startWebkit, WEBKIT } from '../drivers/webkit.ts'
import { AT_ONCE, HUMAN } from './moderate-by-keys.ts'
import { newcomerJourney } from './newcomer.ts'

newcomerJourney('moderates a hundred comments by keys in less than ten minutes, as fast as people read and type', {
  engine: { name: 'Chromium', needs: [CHROMIUM], start: startChromium },
  pace: HUMAN,
  timeout: 900_000,
})

for (const engine of [
  { name: 'Firefox', needs: [FIREFOX], start: startFirefox },
  { name: 'WebKit', needs: WEBKIT, start: startWebkit },
])
  newcomerJourney('sets up an empty server, and moderates a hundred comments by keys', {
    engine,
    pace: AT_ONCE,
    timeout: 400_000,
  })
