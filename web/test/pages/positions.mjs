import { base } from '../support.mjs';

export class PositionsPage {
  constructor(page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Open positions' });
    this.orders = page.getByRole('table', { name: 'Working orders' });
    this.closed = page.getByRole('table', { name: 'Closed positions' });
  }

  async open(tab = '') {
    await this.page.goto(base + '/positions' + (tab && '?tab=' + tab));
    await this.page.getByRole('heading', { name: 'Positions', level: 1 }).waitFor();
  }

  tab(name) {
    return this.page.getByRole('tab', { name });
  }
}

export class HistoryPage {
  constructor(page) {
    this.page = page;
    this.trades = page.getByRole('table', { name: 'Trades' });
    this.statement = page.getByRole('table', { name: 'Statement' });
    this.save = page.getByRole('button', { name: 'Save as CSV' });
  }

  async open(tab = '') {
    await this.page.goto(base + '/history' + (tab && '?tab=' + tab));
    await this.page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
  }
}
