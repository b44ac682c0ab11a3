/** Stroke drawings on a 24 px grid, most of them as the data of one path; `Icon` sets their size and stroke. */
export const iconShapes = {
  cpu: (
    <>
      <rect x="6" y="6" width="12" height="12" rx="1.5" />
      <path d="M9.5 14.5v-3l2-2h3M9 6V3M15 6V3M9 21v-3M15 21v-3M6 9H3M6 15H3M21 9h-3M21 15h-3" />
    </>
  ),
  cooler: 'M4 5h16M4 9h16M4 13h16M8 3v14M16 3v14M6 17h12v4H6z',
  fan: (
    <>
      <rect x="3" y="3" width="18" height="18" rx="2.5" />
      <circle cx="12" cy="12" r="1.8" />
      <path d="M12 10.2c-.6-2.8.3-4.4 2.4-4.6 1.4 1.8.6 3.8-1.2 5M13.6 12.8c2.7.8 3.6 2.4 2.7 4.3-2.3.3-3.6-1.3-3.8-3.5M10.4 12.8c-2 1.9-3.9 1.9-5-.1.9-2.1 3-2.5 5-1.6" />
    </>
  ),
  board: (
    <>
      <rect x="4" y="3" width="16" height="18" rx="1.5" />
      <rect x="7" y="6" width="6" height="6" rx="1" />
      <path d="M16 6v7M7 15.5h10M7 18.2h7" />
    </>
  ),
  ram: 'M2.5 7.5h19V11a1.2 1.2 0 0 0 0 2.4v3.1h-19v-3.1a1.2 1.2 0 0 0 0-2.4zM6 10v3M10 10v3M14 10v3M18 10v3M5 16.5v2M9 16.5v2M15 16.5v2M19 16.5v2',
  gpu: (
    <>
      <circle cx="8.7" cy="11.5" r="2.4" />
      <circle cx="15.8" cy="11.5" r="2.4" />
      <path d="M3 4v16M3 6.5h16.5a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H3M6.5 16.5v2.5h5v-2.5" />
    </>
  ),
  storage: (
    <>
      <rect x="3" y="8" width="18" height="8" rx="1.2" />
      <path d="M6 8v8M9 10.5h4v3H9zM15.5 10.5h2.5v3h-2.5z" />
    </>
  ),
  psu: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="1.5" />
      <circle cx="9.5" cy="12" r="4" />
      <path d="M9.5 8v8M5.5 12h8M17 9v2M17 13.5v2" />
    </>
  ),
  case: (
    <>
      <rect x="8" y="6" width="4.5" height="8" rx=".6" />
      <path d="M6 3h12v17H6zM8 20v1.5M16 20v1.5M15.2 6v7M8 17h7" />
    </>
  ),
  monitor: (
    <>
      <rect x="2.5" y="4" width="19" height="12.5" rx="1.5" />
      <path d="M12 16.5V20M8 20.5h8" />
    </>
  ),
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="M15 15l5.5 5.5" />
    </>
  ),
  heart: 'M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.3 4.3 4.3 0 0 1 19.5 10C19.5 15.4 12 20 12 20z',
  builds: 'M5 4h14v17l-7-4.5L5 21z',
  user: (
    <>
      <circle cx="12" cy="8" r="3.8" />
      <path d="M4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c3 2.6 3.8 5.5 3.8 8.5s-.8 5.9-3.8 8.5c-3-2.6-3.8-5.5-3.8-8.5s.8-5.9 3.8-8.5z" />
    </>
  ),
  down: 'M6 9.5l6 6 6-6',
  next: 'M9.5 6l6 6-6 6',
  prev: 'M14.5 6l-6 6 6 6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  x: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  swap: 'M4 8h14l-3.5-3.5M20 16H6l3.5 3.5',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 13h9.4l.8-13M10.2 11v5.5M13.8 11v5.5',
  error: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM9.2 9.2l5.6 5.6M14.8 9.2l-5.6 5.6',
  warning: 'M12 3.5 21.5 20h-19zM12 10v4.5M12 17.2v.1',
  unknown: (
    <>
      <circle cx="12" cy="12" r="9" strokeDasharray="3.2 2.45" />
      <path d="M9.5 9.6A2.6 2.6 0 0 1 12 7.7c1.5 0 2.6.9 2.6 2.3 0 1.9-2.6 2-2.6 3.9M12 16.6v.1" />
    </>
  ),
  ok: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M8 12.3l2.8 2.7L16 9.5" />
    </>
  ),
  out: 'M14 4h6v6M20 4l-8.5 8.5M18 14v5.5H4.5V6H10',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  share: (
    <>
      <circle cx="6" cy="12" r="2.5" />
      <circle cx="17.5" cy="5.5" r="2.5" />
      <circle cx="17.5" cy="18.5" r="2.5" />
      <path d="M8.2 10.8l7-4M8.2 13.2l7 4" />
    </>
  ),
  export: 'M12 15V3.5M7.5 8 12 3.5 16.5 8M4.5 14v6h15v-6',
  save: 'M4.5 4.5h12l3 3v12h-15zM8 4.5v5h7v-5M8 19.5v-6h8v6',
  grid: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  list: 'M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h11',
  filter: 'M4 6h16M7 12h10M10 18h4',
  compare: 'M12 3v18M4 7h5M4 12h5M4 17h5M15 7h5M15 12h5M15 17h5',
  drop: 'M4 6.5 10 12.5l3.5-3.5 6.5 7M20 11v5h-5',
  bolt: 'M13 3 5.5 13.5H11L10 21l8-11h-5.5z',
  basket: 'M3.5 9h17l-1.8 10.5H5.3zM8 9l3-5.5M16 9l-3-5.5',
  edit: 'M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5',
  pin: 'M9 3.5h6M10 3.5v6l-3.5 4h11l-3.5-4v-6M12 13.5v7',
  flag: 'M5.5 21V4M5.5 4.5h12l-2.5 4 2.5 4h-12',
  ruler: 'M2.5 8.5h19v7h-19zM6 8.5v3M9.5 8.5v4M13 8.5v3M16.5 8.5v4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  link: 'M10 14a4 4 0 0 0 6 .3l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.3l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5',
  keyboard: (
    <>
      <rect x="2.5" y="6.5" width="19" height="11" rx="1.5" />
      <path d="M6 10h.1M9 10h.1M12 10h.1M15 10h.1M18 10h.1M6 14h.1M9 14h6M18 14h.1" />
    </>
  ),
  mouse: (
    <>
      <rect x="6.5" y="3" width="11" height="18" rx="5.5" />
      <path d="M12 3v6M6.5 9.5h11M12 5.8v1.4" />
    </>
  ),
  headset:
    'M4 15.5V12a8 8 0 0 1 16 0v3.5M4 13h3v6H5.5A1.5 1.5 0 0 1 4 17.5zM20 13h-3v6h1.5a1.5 1.5 0 0 0 1.5-1.5zM18.5 19c-.8 1.4-2.3 2-4.5 2',
  other: 'M4 8.5 12 4l8 4.5v8L12 21l-8-4.5zM4 8.5l8 4.5 8-4.5M12 13v8',
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.3l3.5 2" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.5M12 7.6v.1" />
    </>
  ),
  picture: (
    <>
      <rect x="3" y="4.5" width="18" height="15" rx="1.5" />
      <circle cx="8.5" cy="9.5" r="1.6" />
      <path d="M3.5 17l5-4.5 3.5 3 4-4.5 4.5 4.5" />
    </>
  ),
  copy: (
    <>
      <rect x="8" y="8" width="12" height="13" rx="1.5" />
      <path d="M16 8V4.5A1.5 1.5 0 0 0 14.5 3h-9A1.5 1.5 0 0 0 4 4.5v10A1.5 1.5 0 0 0 5.5 16H8" />
    </>
  ),
  table: 'M3.5 5h17v14h-17zM3.5 10h17M3.5 14.5h17M10 10v9',
} as const

export type IconName = keyof typeof iconShapes
