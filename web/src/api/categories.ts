// Generated from openapi.json by `npm run generate`. Do not edit.

/** The categories. `letter` is the key that opens the listing at `route`; a build needs `required` categories. */
export const CATEGORIES = [
  { type: 'CPU', route: '/cpu', icon: 'cpu', letter: 'C', required: true, holdsSeveral: false },
  { type: 'CPU_COOLER', route: '/cpu-cooler', icon: 'cooler', letter: 'O', required: false, holdsSeveral: false },
  { type: 'MOTHERBOARD', route: '/motherboard', icon: 'board', letter: 'M', required: true, holdsSeveral: false },
  { type: 'RAM', route: '/memory', icon: 'ram', letter: 'R', required: true, holdsSeveral: true },
  { type: 'STORAGE', route: '/storage', icon: 'storage', letter: 'S', required: true, holdsSeveral: true },
  { type: 'GPU', route: '/gpu', icon: 'gpu', letter: 'G', required: false, holdsSeveral: false },
  { type: 'CASE', route: '/case', icon: 'case', letter: 'A', required: false, holdsSeveral: false },
  { type: 'PSU', route: '/psu', icon: 'psu', letter: 'P', required: true, holdsSeveral: false },
  { type: 'MONITOR', route: '/monitor', icon: 'monitor', letter: 'N', required: false, holdsSeveral: true },
  { type: 'CASE_FAN', route: '/case-fan', icon: 'fan', letter: 'F', required: false, holdsSeveral: true },
  { type: 'KEYBOARD', route: '/keyboard', icon: 'keyboard', letter: null, required: false, holdsSeveral: false },
  { type: 'MOUSE', route: '/mouse', icon: 'mouse', letter: null, required: false, holdsSeveral: false },
  { type: 'HEADSET', route: '/headset', icon: 'headset', letter: null, required: false, holdsSeveral: false },
  { type: 'OTHER', route: null, icon: 'other', letter: null, required: false, holdsSeveral: false },
] as const
