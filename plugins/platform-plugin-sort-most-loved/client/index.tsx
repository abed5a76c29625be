import { defineSortClient } from '@platform/client-sdk'

export default defineSortClient({
  sortBy: 'LOVES',
  sortOrder: 'DESC',
  translations: { en: { label: 'Most loved' }, de: { label: 'Am meisten geliebt' } },
})
