// Line icons of boxes as data URLs, by the icon names of the graph. The icons are part of the code, so that the page
// loads no icon files.

/** SVG paths of the icons in a square of 16 units. The stroke has the colour of the box. */
const paths: Readonly<Record<string, string>> = {
  globe: 'M8 2a6 6 0 100 12A6 6 0 008 2zM2 8h12M8 2c2 2 2.5 4 2.5 6S10 12 8 14C6 12 5.500 10 5.500 8S6 4 8 2z',
  cloud: 'M5 12.500h6.500a2.700 2.700 0 00.3-5.400A4 4 0 004.300 7 2.800 2.800 0 005 12.500z',
  router:
    'M2.500 9.500h11v4h-11zM5 11.500h.01M8 11.500h3M8 9.500V6M5.500 5.500a3.500 3.500 0 015 0M4 3.800a5.600 5.600 0 018 0',
  shield: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4z',
  lock: 'M4 7.500h8v6H4zM5.500 7.500V5a2.500 2.500 0 015 0v2.500',
  network: 'M6 2h4v3.500H6zM2 10.500h4V14H2zM10 10.500h4V14h-4zM8 5.500V8M4 10.500V8h8v2.500',
  wifi: 'M2.500 6.500a8 8 0 0111 0M4.500 9a5 5 0 017 0M8 12h.01',
  sensor: 'M8 7a1 1 0 100 2 1 1 0 000-2zM5 11a4 4 0 010-6M11 5a4 4 0 010 6M3 13a7 7 0 010-10M13 3a7 7 0 010 10',
  users:
    'M6 3a2.300 2.300 0 100 4.600A2.300 2.300 0 006 3zM2 13c0-2.500 1.700-4 4-4s4 1.500 4 4M10.500 3.500a2.200 2.200 0 010 4M11.500 9.300c1.600.5 2.500 1.800 2.500 3.700',
  box: 'M8 2l5.500 3v6L8 14l-5.500-3V5zM2.500 5L8 8l5.500-3M8 8v6',
  layers: 'M8 2.500l6 3-6 3-6-3zM2 8.500l6 3 6-3M2 11.300l6 3 6-3',
  wrench:
    'M10 2.500a3.500 3.500 0 00-3.300 4.800L2.500 11.500l2 2 4.200-4.200A3.500 3.500 0 0013.500 6l-2.200 2.200-2-2L11.500 4z',
  database:
    'M3 4c0-1.100 2.200-2 5-2s5 .9 5 2-2.200 2-5 2-5-.9-5-2zM3 4v8c0 1.100 2.200 2 5 2s5-.9 5-2V4M3 8c0 1.100 2.200 2 5 2s5-.9 5-2',
  loop: 'M12.500 6A5 5 0 104 11.500M12.500 2.500V6H9',
  server: 'M2.500 2.500h11v4.500h-11zM2.500 9h11v4.500h-11zM5 4.800h.01M5 11.200h.01',
  application: 'M2.500 2.500h4.500V7H2.500zM9 2.500h4.500V7H9zM2.500 9H7v4.500H2.500zM9 9h4.500v4.500H9z',
  trunk: 'M2 5h12M2 8h12M2 11h12M4.500 3v10M11.500 3v10',
  vlan: 'M3 3h4v4H3zM9 9h4v4H9zM7 5h4v4M5 7v4h4',
  port: 'M3 3h10v10H3zM5.500 13v-3h5v3',
  tag: 'M2.500 8V2.500H8l6 6L8.500 14zM5.200 5.200h.01',
  category: 'M2.500 4h11M2.500 8h11M2.500 12h7',
  switch:
    'M2 4.500h12v7H2zM4.500 7h.01M7 7h.01M9.500 7h.01M12 7h.01M4.500 9.200h.01M7 9.200h.01M9.500 9.200h.01M12 9.200h.01',
  firewall: 'M2 3h12v10H2zM2 6.300h12M2 9.600h12M8 3v3.300M5 6.300v3.300M11 6.300v3.300M8 9.600V13',
  controller: 'M2.500 4.500h5M10.500 4.500h3M9 3v3M2.500 11.500h3M8.500 11.500h5M7 10v3',
  hypervisor: 'M2.500 2.500h11v11h-11zM5 5h2.500v2.500H5zM8.700 8.500h2.500V11H8.700z',
  printer: 'M4.500 6V2.500h7V6M4.500 11.500h-2V6h11v5.500h-2M4.500 9.500h7v4h-7z',
  phone: 'M4.500 2h7v12h-7zM7 11.800h2',
  camera: 'M2 5h2.500l1.300-2h4.400l1.300 2H14v8H2zM8 6.700a2.200 2.200 0 100 4.400 2.200 2.200 0 000-4.400z',
  battery: 'M2 5h10.500v6H2zM14 7v2M7.800 6.200L6 8.300h2.300L6.500 10',
  pc: 'M2 3h12v8H2zM5.500 13.500h5M8 11v2.500',
  stack: 'M2.500 9.500h5v4h-5zM8.500 9.500h5v4h-5zM5.500 4h5v4h-5z',
};
const unknown = 'M8 2.500a5.500 5.500 0 100 11 5.500 5.500 0 000-11zM8 11h.01M6.500 6.500A1.500 1.500 0 118 8.200V9';

export const iconPath = (icon: string | null): string => paths[icon ?? ''] ?? unknown;

const iconUrls = new Map<string, string>();

/** The icon in this colour as a data URL of an SVG image. */
export function iconImage(icon: string | null, color: string): string {
  const key = `${icon} ${color}`;
  const cachedUrl = iconUrls.get(key);
  if (cachedUrl) return cachedUrl;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 16 16" fill="none" stroke="${color}" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"><path d="${iconPath(icon)}"/></svg>`;
  const image = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  iconUrls.set(key, image);
  return image;
}
