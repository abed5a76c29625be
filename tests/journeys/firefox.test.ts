import { FIREFOX, startFirefox } from './drivers/firefox.ts'
import { journeysIn, mainJourneys } from './main-journeys.ts'

journeysIn({ name: 'Firefox', needs: [FIREFOX], start: startFirefox }, mainJourneys)
