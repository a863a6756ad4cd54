(function () {
  'use strict';
  document.documentElement.classList.add('scripted');
  if (window.top !== window) { document.documentElement.classList.add('framed'); }
  document.addEventListener('submit', function (event) {
    var form = event.target;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = 'true';
  });
}());
