import { mount } from 'svelte';
import './tokens.css';
import './base.css';
import App from './App.svelte';
import { brand } from '$lib/api/brand.svelte';
import { session } from '$lib/api/session.svelte';

void brand.start();
void session.start();
mount(App, { target: document.getElementById('app')! });
