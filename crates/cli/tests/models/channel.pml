/* A variable that names no channel. */
chan c;

active proctype P() { c!1 }
