<?php
// Calls the service at QUADRILLE_URL by a client that openapi-generator has made from the simple document.

use Quadrille\Model\{ConstraintListInner, CountRequest, GenerateRequest, SolveEntry, SolveRequest};

// Packages of Debian, and the client.
require 'GuzzleHttp/autoload.php';
require 'GuzzleHttp/Psr7/autoload.php';
spl_autoload_register(function ($name) {
    $path = __DIR__ . '/generated/lib/' . str_replace('\\', '/', substr($name, strlen('Quadrille\\'))) . '.php';
    if (str_starts_with($name, 'Quadrille\\') && is_file($path)) {
        require $path;
    }
});

const UNIQUE = '1.....3..4.....2';
const SOLUTION = '1324423124133142';
const MULTIPLE = '1.....3..4......';

/** Fails unless the condition holds. */
function check(bool $condition, $found): void
{
    if (!$condition) {
        fwrite(STDERR, print_r($found, true));
        exit(1);
    }
}

$configuration = (new Quadrille\Configuration())->setHost(getenv('QUADRILLE_URL'));
$http = new GuzzleHttp\Client();
$puzzles = new Quadrille\Api\PuzzlesApi($http, $configuration);

$solved = $puzzles->solve(new SolveRequest(['puzzle' => UNIQUE]));
check($solved->getVerdict() === 'unique' && $solved->getSolution() === SOLUTION, $solved);

$counted = $puzzles->count(new CountRequest(['puzzle' => MULTIPLE, 'all' => true]));
check($counted->getCount() === 3 && $counted->getComplete(), $counted);

$cage = new ConstraintListInner(['type' => 'cage', 'cells' => ['r4c3', 'r4c4'], 'sum' => 6]);
$counted = $puzzles->count(new CountRequest(['puzzle' => MULTIPLE, 'limit' => 100, 'constraints' => [$cage]]));
check($counted->getCount() === 2 && $counted->getComplete(), $counted);

$generated = $puzzles->generate(generate_request: new GenerateRequest(['size' => 4, 'seed' => 1]));
check(strlen($generated->getPuzzle()) === 16, $generated);

$entries = [new SolveEntry(['puzzle' => UNIQUE, 'id' => 'first']), new SolveEntry(['puzzle' => '12.4'])];
$batch = (new Quadrille\Api\BatchesApi($http, $configuration))->solveBatch($entries);
[$first, $second] = $batch->getResults();
check($first->getId() === 'first' && $first->getSolution() === SOLUTION, $first);
check($second->getType() === 'error' && $second->getError()->getStatus() === 422, $second);
check($batch->getSummary()->getErrors() === 1, $batch);

try {
    $puzzles->solve(new SolveRequest(['puzzle' => '12.4']));
    check(false, 'no problem');
} catch (Quadrille\ApiException $error) {
    check($error->getResponseObject()->getCode() === 'invalid_question', $error);
}

echo "the generated PHP client works\n";
