import { startWebkit, WEBKIT } from './drivers/webkit.ts'
import { journeysIn, mainJourneys } from './main-journeys.ts'
import { panelJourneys } from './panel/panel-journeys.ts'

journeysIn({ name: 'WebKit', needs: WEBKIT, start: startWebkit }, place => {
  mainJourneys(place)
  panelJourneys(place)
})
