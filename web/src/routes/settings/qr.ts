// QR codes (ISO/IEC 18004) of bytes at the level M, up to version 20, which holds 666 bytes: enough for any otpauth link.

/** For each version: how many bytes of correction a block has, and how many blocks there are. */
const correction = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

/** The modules of a code that says the text, row by row; true is dark. */
export function encode(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version = fitting(bytes.length);
  const code = interleave(dataOf(bytes, version), version);
  const grids = masks.map((mask, index) => draw(version, code, mask, index));
  return grids.sort((a, b) => penalty(a) - penalty(b))[0]!;
}

function capacity(version: number): number {
  const side = version * 4 + 17;
  const marks = positions(version).length;
  let free = side * side - 3 * 64 - 31 - 2 * (side - 16);
  if (marks > 0) free -= (marks * marks - 3) * 25 - (marks - 2) * 2 * 5;
  if (version >= 7) free -= 36;
  return Math.floor(free / 8);
}

const dataBytes = (version: number) => capacity(version) - correction[version - 1]! * blocks[version - 1]!;

function fitting(length: number): number {
  for (let version = 1; version <= blocks.length; version++) if (length + (version < 10 ? 2 : 3) <= dataBytes(version)) return version;
  throw new Error('too long for a QR code');
}

function dataOf(bytes: number[], version: number): number[] {
  const bits = [4, bytes.length, ...bytes].map((value, index) => value.toString(2).padStart(index === 0 ? 4 : index === 1 && version >= 10 ? 16 : 8, '0')).join('');
  const whole = dataBytes(version);
  const ended = bits + '0'.repeat(Math.min(4, whole * 8 - bits.length));
  const filled = ended.padEnd(Math.ceil(ended.length / 8) * 8, '0').match(/.{8}/g)!.map((one) => parseInt(one, 2));
  for (let index = 0; filled.length < whole; index++) filled.push(index % 2 === 0 ? 0xec : 0x11);
  return filled;
}

/** Parts the data into blocks, adds the correction of each, and takes from them in turn. */
function interleave(data: number[], version: number): number[] {
  const count = blocks[version - 1]!;
  const extra = correction[version - 1]!;
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  let at = 0;
  const parts = Array.from({ length: count }, (_, index) => data.slice(at, (at += short + (index >= count - longer ? 1 : 0))));
  const checks = parts.map((part) => remainder(part, generator(extra)));
  const taken: number[] = [];
  for (let index = 0; index <= short; index++) for (const part of parts) if (index < part.length) taken.push(part[index]!);
  for (let index = 0; index < extra; index++) for (const check of checks) taken.push(check[index]!);
  return taken;
}

function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> bit) & 1) * a);
  return product;
}

function generator(degree: number): number[] {
  const result = [...Array<number>(degree - 1).fill(0), 1];
  for (let step = 0, root = 1; step < degree; step++, root = multiply(root, 2)) {
    for (let index = 0; index < degree; index++) result[index] = multiply(result[index]!, root) ^ (result[index + 1] ?? 0);
  }
  return result;
}

function remainder(data: number[], divisor: number[]): number[] {
  const result = Array<number>(divisor.length).fill(0);
  for (const byte of data) {
    const factor = byte ^ result.shift()!;
    result.push(0);
    divisor.forEach((one, index) => (result[index]! ^= multiply(one, factor)));
  }
  return result;
}

/** Where the small squares are that keep a reader aligned. */
function positions(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => version * 4 + 10 - index * step).reverse()];
}

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function draw(version: number, code: number[], mask: (x: number, y: number) => boolean, maskIndex: number): boolean[][] {
  const side = version * 4 + 17;
  const grid = Array.from({ length: side }, () => Array<boolean | undefined>(side));
  const set = (x: number, y: number, isDark: boolean) => {
    if (x >= 0 && y >= 0 && x < side && y < side) grid[y]![x] = isDark;
  };
  for (let index = 0; index < side; index++) [[6, index], [index, 6]].forEach(([x, y]) => set(x!, y!, index % 2 === 0));
  const square = (cx: number, cy: number, reach: number, isDark: (ring: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) set(cx + dx, cy + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (const [x, y] of [[3, 3], [side - 4, 3], [3, side - 4]]) square(x!, y!, 4, (ring) => ring !== 2 && ring !== 4);
  const marks = positions(version);
  const last = marks.length - 1;
  marks.forEach((x, i) => marks.forEach((y, j) => (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0) || square(x, y, 2, (ring) => ring !== 1)));
  formatBits(maskIndex).forEach((isDark, index) => {
    // Once around the first corner, once along the other two.
    set(8, index < 6 ? index : index < 8 ? index + 1 : side - 15 + index, isDark);
    set(index < 8 ? side - 1 - index : index === 8 ? 7 : 14 - index, 8, isDark);
  });
  set(8, side - 8, true);
  if (version >= 7) {
    const bits = (version << 12) | divide(version, 12, 0x1f25);
    for (let index = 0; index < 18; index++) {
      const [a, b] = [side - 11 + (index % 3), Math.floor(index / 3)];
      [[a, b], [b, a]].forEach(([x, y]) => set(x!, y!, ((bits >>> index) & 1) === 1));
    }
  }
  let bit = 0;
  for (let right = side - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < side; step++) {
      const y = ((right + 1) & 2) === 0 ? side - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y]![x] !== undefined) continue;
        const isDark = bit < code.length * 8 && ((code[bit >>> 3]! >>> (7 - (bit & 7))) & 1) === 1;
        bit++;
        grid[y]![x] = isDark !== mask(x, y);
      }
    }
  }
  return grid as boolean[][];
}

/** The level M is 00. */
function formatBits(mask: number): boolean[] {
  const bits = ((mask << 10) | divide(mask, 10, 0x537)) ^ 0x5412;
  return Array.from({ length: 15 }, (_, index) => ((bits >>> index) & 1) === 1);
}

function divide(value: number, bits: number, by: number): number {
  let rest = value;
  for (let step = 0; step < bits; step++) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * by);
  return rest;
}

/** How hard a code is to read: long runs, full squares, and more of the one than of the other. */
function penalty(grid: boolean[][]): number {
  const side = grid.length;
  let points = 0;
  let dark = 0;
  for (let a = 0; a < side; a++) {
    for (const line of [grid[a]!, grid.map((row) => row[a]!)]) {
      for (const run of line.map((one) => (one ? '1' : '0')).join('').match(/0+|1+/g) ?? []) if (run.length >= 5) points += run.length - 2;
    }
    for (let b = 0; b < side; b++) {
      if (grid[a]![b]) dark++;
      if (a && b && grid[a]![b] === grid[a - 1]![b] && grid[a]![b] === grid[a]![b - 1] && grid[a]![b] === grid[a - 1]![b - 1]) points += 3;
    }
  }
  return points + Math.floor(Math.abs((dark * 20) / (side * side) - 10)) * 10;
}
