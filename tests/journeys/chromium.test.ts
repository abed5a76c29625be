import { CHROMIUM, startChromium } from './drivers/chromium.ts'
import { journeysIn, mainJourneys } from './main-journeys.ts'

journeysIn({ name: 'Chromium', needs: [CHROMIUM], start: startChromium }, mainJourneys)
