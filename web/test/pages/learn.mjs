import { base } from '../support.mjs';

export class CoursePage {
  constructor(page) {
    this.page = page;
  }

  async open(slug) {
    await this.page.goto(`${base}/learn/${slug}`);
    await this.page.getByRole('heading', { name: 'Contents' }).waitFor();
  }

  async buy() {
    await this.page.getByRole('button', { name: /^Buy for/ }).click();
    await this.page.getByRole('dialog').getByRole('button', { name: /^Go and pay/ }).click();
  }
}

export class QuizPart {
  constructor(page) {
    this.page = page;
    this.quiz = page.getByRole('region', { name: 'Quiz' });
  }

  /** Answers every question with the option of that number. */
  async answer(options) {
    const questions = this.quiz.getByRole('group');
    for (const [index, option] of options.entries()) await questions.nth(index).getByRole('radio').nth(option).check();
    await this.quiz.getByRole('button', { name: 'Check the answers' }).click();
    await this.quiz.getByText(/are right\./).waitFor();
  }

  /** Which options the explanations call right. */
  async right() {
    const questions = this.quiz.getByRole('group');
    const found = [];
    for (let index = 0; index < (await questions.count()); index++) {
      const labels = await questions.nth(index).locator('label').allInnerTexts();
      found.push(labels.findIndex((text) => /\bRight$/.test(text.trim())));
    }
    return found;
  }
}
