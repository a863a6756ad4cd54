(function () {
  'use strict';
  document.addEventListener('DOMContentLoaded', function () {
    var field = document.querySelector('[aria-invalid="true"], [data-focus]');
    if (field) { field.focus(); }
  });
}());
