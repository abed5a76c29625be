import { startWebkit, WEBKIT } from './drivers/webkit.ts'
import { journeysIn, mainJourneys } from './main-journeys.ts'

journeysIn({ name: 'WebKit', needs: WEBKIT, start: startWebkit }, mainJourneys)
