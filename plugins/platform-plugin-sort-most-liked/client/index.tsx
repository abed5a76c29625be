import { defineSortClient } from '@platform/client-sdk'

export default defineSortClient({
  sortBy: 'LIKES',
  sortOrder: 'DESC',
  translations: { en: { label: 'Most liked' }, de: { label: 'Am meisten gemocht' } },
})
