import { CHROMIUM, startChromium } from './drivers/chromium.ts'
import { journeysIn, mainJourneys } from './main-journeys.ts'
import { panelJourneys } from './panel/panel-journeys.ts'

journeysIn({ name: 'Chromium', needs: [CHROMIUM], start: startChromium }, place => {
  mainJourneys(place)
  panelJourneys(place)
})
